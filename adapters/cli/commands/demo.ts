import { randomBytes } from "node:crypto";
import { startListening } from "../../node/start_listening.ts";
import { nodeProcess } from "../../node_process.ts";
import { webhookSender } from "../../node/webhook_sender.ts";
import { createStandalone } from "../../standalone/create_standalone.ts";
import { killProcess, shutDown } from "../../standalone/shut_down.ts";
import { Log } from "../../standalone/log/log.ts";
import { loadMcp } from "../mcp/load_mcp.ts";
import { ownHosts } from "../mcp/own_hosts.ts";
import { addressOf, addressArguments } from "../serve/address_arguments.ts";
import { type CliCommand, serverCommand } from "../frame/cli_command.ts";
import { textWorker } from "../../text_worker.ts";
import { listen } from "../serve/listen.ts";
import { OptionalPackageError } from "../../../storage-drivers/opening/optional_package_error.ts";
import { openOrCreateStorage, withoutPassword } from "../store/open_storage.ts";
import { seedDemo, type Demo } from "./seed_demo.ts";
import { stopOnSignal } from "../serve/stop_on_signal.ts";
import type { Mcp } from "../../../lib/api/mod.ts";
import { adminApiAddress, publicApiAddress } from "../../../lib/base/api_address.ts";
import { storeArguments } from "../store/store_arguments.ts";

/** Milliseconds that a stop waits for pending requests. */
const shutdownTimeout = 10_000;

/** `postern demo` and `npm start`: serves a demonstration organization with the posts of `examples/content`. */
export const demoCommand: CliCommand = serverCommand({
  description: "Serve a demonstration organization, and show how to call it",
  args: {
    ...addressArguments,
    ...storeArguments,
  },
  examples: { "postern demo --storage memory: --port 0": "try it, and leave nothing behind" },
  async run({ args }) {
    const storage = await openOrCreateStorage(args.storage);
    const log = new Log({ format: "text", level: "info" });
    const assistants = await mcpOf(addressOf(args).host);
    const options = {
      storage,
      api: {
        ...assistants,
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
    const parts = {
      standalone,
      servers: [server],
      storage,
      log,
      stopEvents,
      pendingMails: undefined,
      metricsServer: undefined,
    };
    stopOnSignal({
      stop: () => shutDown(parts, shutdownTimeout),
      kill: () => killProcess(log),
    });
    const demo = await seedDemo(api);
    const { token } = await api.sessions.createLink(demo.userId, { expiresIn: "1h" });
    const signInUrl = dashboard?.signInUrl(token, server.url) ?? "";
    const setting = withoutPassword(args.storage);
    console.log(
      demoIntroduction({ ...demo, url: server.url, setting, signInUrl, hasMcp: "mcp" in assistants }),
    );
  },
});

/** Returns the server of the Model Context Protocol as an option of the API. It is left out if its package is not installed. */
async function mcpOf(host: string): Promise<{ mcp?: Mcp }> {
  try {
    const { mcp } = await loadMcp();
    const hosts = ownHosts({ host, origins: [], hasProxy: false });
    return { mcp: mcp(hosts === undefined ? {} : { hosts }) };
  } catch (error) {
    if (error instanceof OptionalPackageError) return {};
    throw error;
  }
}

/** Returns the lines about assistants: the address to give to them, and a call that needs no client. */
function mcpIntroduction(address: string): string {
  const call = { name: "search", arguments: { query: "search" } };
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  return `The Model Context Protocol, for Claude, ChatGPT or an editor (no key needed):
  curl -s '${address}' -H 'content-type: application/json' -d '${message}'

`;
}

const ownPost = JSON.stringify({ name: "Our new oven", markdown: "It bakes **two trays** at a time." });

interface DemoAddresses {
  url: string;
  setting: string;
  signInUrl: string;
  hasMcp: boolean;
}

/** Returns the text for newcomers: the API's URL, a key, and one curl line per endpoint. */
function demoIntroduction(demo: Demo & DemoAddresses): string {
  const { organizationSlug, key, imported, found, url, setting, signInUrl, hasMcp } = demo;
  const place = { apiOrigin: url, basePath: "" };
  const base = publicApiAddress(place);
  const mcpAddress = `${base}/mcp/${organizationSlug}`;
  const header = `-H 'x-api-key: ${key}'`;
  return `
Postern serves the organization "${organizationSlug}" from ${setting}
(${imported} posts imported now, ${found} found from an earlier start)

  Base URL  ${base}
  API key   ${key}
            (shown only once; it expires in 7 days)
  Dashboard ${signInUrl}
            (this link signs you in once, within an hour)
  MCP       ${hasMcp ? mcpAddress : 'run "npm install @modelcontextprotocol/server" to serve assistants'}

The posts, newest first:
  curl -s '${base}/post/${organizationSlug}?limit=5' ${header}

One post, with its FAQ entries and structured data:
  curl -s '${base}/post/${organizationSlug}/faq' ${header}

The sitemap of the posts:
  curl -s '${base}/post/${organizationSlug}/sitemap'

The sitemap of the organization:
  curl -s '${base}/sitemap/${organizationSlug}'

A text for the knowledge base:
  curl -s '${base}/knowledge-base' ${header} -H 'content-type: application/json' -d '{"text":"Postern publishes posts"}'

${hasMcp ? mcpIntroduction(mcpAddress) : ""}Publish your own post:
  curl -s -X PUT '${adminApiAddress(place, "posts", "my-oven")}' ${header} -H 'content-type: application/json' -d '${ownPost}'

Stop with Ctrl-C.
`;
}
