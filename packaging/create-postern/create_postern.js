#!/usr/bin/env node
// `npm create postern` runs `postern create` of the package postern.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const manifest = createRequire(import.meta.url).resolve("postern/package.json");
const cli = join(dirname(manifest), "bundle", "cli.js");
const { status } = spawnSync(process.execPath, [cli, "create", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
