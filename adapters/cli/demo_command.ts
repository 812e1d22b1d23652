import type { CommandDef } from "citty";
import { createPublicApi } from "../../lib/mod.ts";
import { addressArguments, addressOf } from "./address_arguments.ts";
import { demoIntroduction } from "./demo_introduction.ts";
import { cliCommand } from "./cli_command.ts";
import { listen } from "./listen.ts";
import { openStorage, storageForms } from "./open_storage.ts";
import { seedDemo } from "./seed_demo.ts";
import { stopOnSignal } from "./stop_on_signal.ts";

/** `postern demo`, and `npm start`: serves a demonstration organization with the posts of `examples/content`. */
export const demoCommand: CommandDef = cliCommand({
  meta: { name: "demo", description: "Serve a demonstration organization, and say how to call it" },
  args: {
    ...addressArguments,
    storage: {
      type: "string",
      description: `Where the data is: ${storageForms}`,
      default: "lmdb:.postern/data",
    },
  },
  async run({ args }) {
    const setting = args.storage;
    const storage = await openStorage(setting);
    const api = createPublicApi({ storage, adminApi: true });
    const server = await listen(api, addressOf(args));
    stopOnSignal(
      () => server.close(),
      () => storage.dispose?.(),
    );
    const demo = await seedDemo(api);
    console.log(demoIntroduction({ ...demo, url: server.url, setting }));
  },
});
