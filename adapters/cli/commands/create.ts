import { relative } from "node:path";
import { type AppCommands, appCommands } from "../create/app_commands.ts";
import { askChoice } from "../create/ask_choice.ts";
import { type CliCommand, cliCommand } from "../frame/cli_command.ts";
import { CliError, UsageError } from "../frame/exit/cli_error.ts";
import { storageForms } from "../store/open_storage.ts";
import { printDone } from "../frame/output/output.ts";
import { runProgram } from "../create/run_program.ts";
import { type HostName, hostNames, starters } from "../create/starters.ts";
import { toJavaScript } from "../create/to_java_script.ts";
import { requireNewDirectory, writeApp } from "../create/write_app.ts";
import { choice, positional, text, toggle } from "../frame/arguments/argument_definition.ts";

const descriptions = hostNames.map((name) => ({ name, description: starters[name].description }));

/** `postern create` and `npm create postern`: makes an app that serves the API, with a first post and a key. */
export const createCommand: CliCommand = cliCommand({
  description: "Create an app that serves the API, with a first post and a key",
  args: {
    directory: positional("Directory of the app, which must be new or empty"),
    host: choice(`Framework or runtime of the app (default: asked on a terminal, otherwise node)`, hostNames),
    js: toggle("Write JavaScript instead of TypeScript"),
    storage: text(`Location of the data: ${storageForms}`, "lmdb:.postern/data"),
    "skip-install": toggle("Only write the files: do not install packages, and create no post"),
  },
  examples: {
    "postern create my-api --host express": "create an Express app in my-api",
    "postern create my-site --host next --js --skip-install --json":
      "write the files of a Next.js site in JavaScript, and nothing else",
  },
  run: async ({ args, flags }) => {
    const { directory, js: isJavaScript, storage } = args;
    if (directory.trim() === "") throw new UsageError("Cannot create the app: DIRECTORY is empty");
    await requireNewDirectory(directory);
    const host = args.host ?? (await chooseHost());
    const { data } = starters[host];
    if (data !== undefined && flags.has("storage")) {
      const reason = `the data of the host ${host} is in ${data}`;
      throw new UsageError(`Cannot create the app: --storage is not allowed, because ${reason}`);
    }
    await writeApp({ directory, host, isJavaScript, storage });
    const commands = appCommands(host);
    const seeded = args["skip-install"]
      ? undefined
      : await prepare({ directory, host, isJavaScript, commands });
    const left = commandsLeft({ host, commands, isInstalled: seeded !== undefined });
    const steps = [...changeTo(directory), ...left].map((line) => `  ${line}\n`).join("");
    const language = isJavaScript ? "javascript" : "typescript";
    await printDone(
      `Created ${directory}\n\n${seeded === undefined || seeded === "" ? "" : `${seeded}\n`}Go on with:\n\n${steps}`,
      { directory, host, language, ...(data === undefined && { storage }), seeded, commands: left },
      args,
    );
  },
});

async function chooseHost(): Promise<HostName> {
  return process.stdin.isTTY ? askChoice("Which framework?", descriptions) : "node";
}

interface App {
  directory: string;
  host: HostName;
  isJavaScript: boolean;
  commands: AppCommands;
}

/** Installs the packages and creates the content, if the app need not run for it. Returns the output of the latter. */
async function prepare({ directory, host, isJavaScript, commands }: App): Promise<string> {
  const { seedsWhileRunning = false, scripts } = starters[host];
  const { seed = "" } = scripts;
  try {
    await runProgram(directory, commands.install);
    if (seedsWhileRunning) return "";
    return await runProgram(directory, isJavaScript ? toJavaScript(seed) : seed);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const left = [...changeTo(directory), ...commandsLeft({ host, commands, isInstalled: false })];
    throw new CliError(`${error.message}. The files are written; go on with: ${left.join(" && ")}`, {
      cause: error,
    });
  }
}

/** Returns the commands that the user runs. */
function commandsLeft({
  host,
  commands: { install, seed, start },
  isInstalled,
}: Pick<App, "host" | "commands"> & { isInstalled: boolean }): string[] {
  if (starters[host].seedsWhileRunning === true) {
    return [...(isInstalled ? [] : [install]), start, `${seed} # in a second terminal`];
  }
  return isInstalled ? [start] : [install, seed, start];
}

function changeTo(directory: string): string[] {
  const path = relative(process.cwd(), directory);
  if (path === "") return [];
  return [`cd ${/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`}`];
}
