#!/usr/bin/env node
// `npm create postern` runs `postern create` of the package postern.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// npm takes flags before `--` as its own settings: it drops --host, and reads --js as --json.
const taken = ["host", "js", "json", "storage", "skip_install"].filter(
  (name) => process.env[`npm_config_${name}`] !== undefined,
);
if (taken.length > 0) {
  process.stderr.write(
    "Cannot create the app: npm has taken the flags. Put two hyphens before them: npm create postern my-api -- --host express --js\n",
  );
  process.exit(2);
}

const manifest = createRequire(import.meta.url).resolve("postern/package.json");
const cli = join(dirname(manifest), "bundle", "cli.js");
const { status } = spawnSync(process.execPath, [cli, "create", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
