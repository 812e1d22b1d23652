import type { CommandDef } from "citty";
import { type AtomicScope, createPublicApi } from "../../lib/mod.ts";
import { addressArguments, addressOf } from "./address_arguments.ts";
import { cliCommand } from "./cli_command.ts";
import { CliError } from "./cli_error.ts";
import { listen } from "./listen.ts";
import { openStorage, storageForms } from "./open_storage.ts";
import { stopOnSignal } from "./stop_on_signal.ts";

/** `postern serve`: serves what a store holds. */
export const serveCommand: CommandDef = cliCommand({
  meta: { name: "serve", description: "Serve the public content API from a store" },
  args: {
    ...addressArguments,
    storage: {
      type: "string",
      description: `Where the data is: ${storageForms}`,
      default: "lmdb:.postern/data",
    },
    deployment: {
      type: "string",
      description: "process, host or cluster: how far the deployment reaches; a weaker store is refused",
      default: "process",
    },
    "read-access": {
      type: "string",
      description: "public or key: whether reads need a key",
      default: "public",
    },
    "admin-api": {
      type: "string",
      description: "on or off: whether keys whose users may do so write posts and manage the organization",
      default: "on",
    },
  },
  async run({ args }) {
    const adminApi = isOn(args["admin-api"]);
    const storage = await openStorage(args.storage);
    const readAccess = args["read-access"] as "public" | "key";
    const deployment = args.deployment as AtomicScope;
    const api = createPublicApi({ storage, readAccess, deployment, adminApi });
    const server = await listen(api, addressOf(args));
    stopOnSignal(
      () => server.close(),
      () => storage.dispose?.(),
    );
    console.log(`Postern serves ${args.storage} at ${server.url}/api/public/v1`);
  },
});

function isOn(setting: string): boolean {
  if (setting === "on" || setting === "off") return setting === "on";
  throw new CliError(`Cannot serve: --admin-api must be on or off, and is "${setting}"`);
}
