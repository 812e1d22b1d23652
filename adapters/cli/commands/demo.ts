import { randomBytes } from "node:crypto";
import { startListening } from "../../node/start_listening.ts";
import { nodeProcess } from "../../node_process.ts";
import { webhookSender } from "../../node/webhook_sender.ts";
import { createStandalone } from "../../standalone/create_standalone.ts";
import { killProcess } from "../../standalone/kill_process.ts";
import { Log } from "../../standalone/log/log.ts";
import { shutDown } from "../../standalone/shut_down.ts";
import { addressArguments, addressOf } from "../serve/address_arguments.ts";
import { demoIntroduction } from "./demo_introduction.ts";
import { type CliCommand, serverCommand } from "../frame/cli_command.ts";
import { textWorker } from "../../text_worker.ts";
import { listen } from "../serve/listen.ts";
import { openOrCreateStorage, withoutPassword } from "../store/open_storage.ts";
import { seedDemo } from "./seed_demo.ts";
import { stopOnSignal } from "../serve/stop_on_signal.ts";
import { storeArguments } from "../store/store_arguments.ts";

/** Milliseconds that a stop waits for pending requests. */
const shutdownTimeout = 10_000;

/** `postern demo` and `npm start`: serves a demonstration organization with the posts of `examples/content`. */
export const demoCommand: CliCommand = serverCommand({
  meta: { name: "demo", description: "Serve a demonstration organization, and show how to call it" },
  args: {
    ...addressArguments,
    ...storeArguments,
  },
  examples: [{ line: "postern demo --storage memory: --port 0", does: "try it, and leave nothing behind" }],
  async run({ args }) {
    const storage = await openOrCreateStorage(args.storage);
    const log = new Log({ format: "text", level: "info" });
    const options = {
      storage,
      api: {
        adminApi: true,
        textWorker: textWorker(),
        // A demonstration that runs again cannot read the secrets of its earlier webhooks.
        secret: randomBytes(32).toString("base64"),
        webhooks: { send: webhookSender(), allowHttp: true, allowPrivateNetworks: true },
      },
      dashboard: {},
      hasAdminListener: false,
      log,
      metrics: undefined,
      compression: true,
      serverTiming: false,
    };
    const standalone = createStandalone(options);
    const { api, dashboard, listener } = standalone;
    const server = await listen((at) => startListening(listener, at), addressOf(args));
    const stopEvents = api.events.start({ process: nodeProcess() });
    const parts = { standalone, servers: [server], storage, log, stopEvents, metricsServer: undefined };
    stopOnSignal({
      stop: () => shutDown(parts, shutdownTimeout),
      kill: () => killProcess(log),
    });
    const demo = await seedDemo(api);
    const { token } = await api.sessions.createLink(demo.userId, { expiresIn: "1h" });
    const signInUrl = dashboard?.signInUrl(token, server.url) ?? "";
    const setting = withoutPassword(args.storage);
    console.log(demoIntroduction({ ...demo, url: server.url, setting, signInUrl }));
  },
});
