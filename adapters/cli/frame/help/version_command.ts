import { createRequire } from "node:module";
import { type CliCommand, cliCommand } from "../cli_command.ts";
import { write } from "../output/output.ts";

const { version } = createRequire(import.meta.url)("postern/package.json") as { version: string };

/** `postern version`, `postern --version` and `postern -v`: the versions that a bug report needs. */
export const versionCommand: CliCommand = cliCommand({
  description: "Show the version, also as --version and -v",
  examples: { "postern version --json": "show the versions of Postern and Node as JSON" },
  run: async ({ args }) => {
    const { node } = process.versions;
    await write(args.json ? `${JSON.stringify({ version, node }, null, 2)}\n` : `postern ${version}\n`);
  },
});
