import { relative } from "node:path";
import { askChoice } from "../create/ask_choice.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { storageForms } from "../store/open_storage.ts";
import { printDone, write } from "../frame/output/output.ts";
import { runNpm } from "../create/run_npm.ts";
import { type HostName, hostNames, starters } from "../create/starters.ts";
import { writeApp } from "../create/write_app.ts";
import { choice, positional, text, toggle } from "../frame/arguments/argument_definition.ts";

const descriptions = hostNames.map((name) => ({ name, description: starters[name].description }));

/** `postern create` and `npm create postern`: makes an app that serves the API, with a first post and a key. */
export const createCommand: CliCommand = cliCommand({
  description: "Create an app that serves the API, with a first post and a key",
  args: {
    directory: positional("Directory of the app, which must be new or empty"),
    host: choice(`Framework of the app (default: asked on a terminal, otherwise node)`, hostNames),
    storage: text(`Location of the data: ${storageForms}`, "lmdb:.postern/data"),
    "skip-install": toggle("Only write the files: do not install packages, and create no post"),
  },
  examples: {
    "postern create my-api --host express": "create an Express app in my-api",
    "postern create my-site --host next --skip-install --json":
      "write the files of a Next.js site, and nothing else",
  },
  run: async ({ args }) => {
    const { directory, storage } = args;
    const host = args.host ?? (await chooseHost());
    await writeApp({ directory, host, storage });
    if (args["skip-install"]) {
      const line = `Created ${directory}. Go on with: cd ${directory} && npm install && npm run seed && ${startOf(host)}`;
      return printDone(line, { directory, host, storage }, args);
    }
    await runNpm(directory, ["install", "--no-audit", "--no-fund"]);
    const seeded = await runNpm(directory, ["run", "--silent", "seed"]);
    if (args.json) return printDone("", { directory, host, storage, seeded }, args);
    await write(`Created ${directory}: cd ${relative(process.cwd(), directory)}\n${seeded}`);
  },
});

async function chooseHost(): Promise<HostName> {
  return process.stdin.isTTY ? askChoice("Which framework?", descriptions) : "node";
}

function startOf(host: HostName): string {
  return "build" in starters[host].scripts ? "npm run build && npm start" : "npm start";
}
