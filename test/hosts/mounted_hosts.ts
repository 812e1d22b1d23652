import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { vi } from "vitest";
import type { PublicApi } from "../../lib/mod.ts";
import { installPrograms, programs } from "../runtimes/programs.ts";
import { listen } from "../servers/listen.ts";
import type { Host } from "./checks.ts";

/** Address of a host of `examples/hosts/`, and the path of its own page if it has a page. */
type Reached = Pick<Host, "address" | "send"> & { ownPage?: string };

type Handler = (request: Request) => Promise<Response>;

/** Loads a module of `examples/hosts/`. */
async function load<Module>(file: string): Promise<Module> {
  return (await import(`${resolve("examples/hosts")}/${file}`)) as Module;
}

/** Creates the content of the hosts, and returns their API with a key. */
export async function seedHosts(): Promise<{ api: PublicApi; key: string }> {
  const { api } = await load<{ api: PublicApi }>("content_api.js");
  const log = vi.spyOn(console, "log").mockReturnValue();
  await load("seed.js");
  const [, key = ""] = /^API key: (\S+)$/.exec(String(log.mock.calls[0]?.[0])) ?? [];
  log.mockRestore();
  return { api, key };
}

/** Reaches a server over a socket. */
async function reach(server: Server, send: Handler = fetch): Promise<Reached> {
  return { address: await listen(server), send, ownPage: "/about" };
}

/** Starts a host that exports its server. */
async function startServer(file: string, send?: Handler): Promise<Reached> {
  vi.stubEnv("PORT", "0");
  const { server } = await load<{ server: Server }>(file);
  vi.unstubAllEnvs();
  if (!server.listening) await once(server, "listening");
  return reach(server, send);
}

/** Calls handlers without a socket: those of the dashboard for its paths, and those of the API for all other paths. */
function call(content: Handler, dashboard: Handler): Reached {
  const send: Handler = async (request) =>
    new URL(request.url).pathname.startsWith("/dashboard") ? dashboard(request) : content(request);
  return { address: "http://localhost", send };
}

const toHandler =
  (handlers: Record<string, Handler>): Handler =>
  async (request) =>
    handlers[request.method]?.(request) ?? new Response(null, { status: 405 });

async function openNext(): Promise<Reached> {
  const content = await load<Record<string, Handler>>("next/app/content/api/public/v1/[...path]/route.js");
  const dashboard = await load<Record<string, Handler>>("next/app/dashboard/[[...path]]/route.js");
  return call(toHandler(content), toHandler(dashboard));
}

interface Endpoint {
  ALL: (context: { request: Request }) => Promise<Response>;
}

async function openAstro(): Promise<Reached> {
  const content = await load<Endpoint>("astro/src/pages/content/api/public/v1/[...path].js");
  const dashboard = await load<Endpoint>("astro/src/pages/dashboard/[...path].js");
  return call(
    async (request) => content.ALL({ request }),
    async (request) => dashboard.ALL({ request }),
  );
}

interface Hook {
  handle(input: { event: { url: URL; request: Request }; resolve: () => Response }): Promise<Response>;
}

async function openSvelteKit(): Promise<Reached> {
  const hooks = await load<Hook>("sveltekit/src/hooks.server.js");
  const send: Handler = async (request) => {
    const event = { url: new URL(request.url), request };
    return hooks.handle({ event, resolve: () => new Response("The host's own page") });
  };
  return { address: "http://localhost", send, ownPage: "/content/about" };
}

const require = createRequire(`${programs}/package.json`);
const hasFrameworks = existsSync(`${programs}/node_modules/h3-2`);
if (!hasFrameworks) console.warn(`The tests in React Router and Nitro are skipped: ${installPrograms}`);

/** Sends requests through the request handler of React Router, as in a built app without pages. */
async function openReactRouter(): Promise<Reached> {
  const { createRequestHandler } = require("react-router") as {
    createRequestHandler: (build: object) => Handler;
  };
  const routes = {
    content: { path: "content/api/public/v1/*", module: await load("react_router/app/routes/content.js") },
    dashboard: { path: "dashboard/*", module: await load("react_router/app/routes/dashboard.js") },
  };
  const send = createRequestHandler({
    entry: { module: { default: () => new Response("The host's own page") } },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
    routes: Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, { id, ...route }])),
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "build",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  });
  return { address: "http://localhost", send };
}

/** The parts of h3 1 and 2 that the tests use. */
interface H3 {
  createApp(): { use(...handlers: unknown[]): void };
  defineEventHandler(handler: () => string): unknown;
  toNodeListener(app: object): RequestListener;
  H3: new () => { use(handler: unknown): void; get(path: string, handler: () => string): void };
  toNodeHandler(app: object): RequestListener;
}

async function openNitro(version: "h3" | "h3-2"): Promise<Reached> {
  const { default: handle } = await load<{ default: unknown }>("nuxt/server/middleware/content.js");
  const h3 = require(version) as H3;
  const about = (): string => "The host's own page";
  if (version === "h3") {
    const app = h3.createApp();
    app.use(handle);
    app.use("/about", h3.defineEventHandler(about));
    return reach(createServer(h3.toNodeListener(app)));
  }
  const app = new h3.H3();
  app.use(handle);
  app.get("/about", about);
  return reach(createServer(h3.toNodeHandler(app)));
}

/** Sends a body as a whole, because `@hattip/adapter-node` gives no response to a body over the limit that comes without a length. */
const withLength: Handler = async (request) =>
  request.body === null
    ? fetch(request)
    : fetch(new Request(request, { method: request.method, body: await request.text() }));

const servers = ["express.js", "fastify.js", "koa.js", "hono.js", "node_http.js"];

/** The hosts of `examples/hosts/` that run in a process of vitest. They stop after the test file. */
export const mountedHosts: readonly (readonly [name: string, open: () => Promise<Reached>])[] = [
  ...servers.map((file) => [file, async () => startServer(file)] as const),
  ["hattip.js", async () => startServer("hattip.js", withLength)],
  ["Next.js", openNext],
  ["Astro", openAstro],
  ["SvelteKit", openSvelteKit],
  ...(hasFrameworks
    ? ([
        ["React Router", openReactRouter],
        ["Nitro, h3 1", async () => openNitro("h3")],
        ["Nitro, h3 2", async () => openNitro("h3-2")],
      ] as const)
    : []),
];
