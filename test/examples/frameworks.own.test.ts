import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPrograms, programs } from "../runtimes/programs.ts";
import { loadHost, seedHosts } from "./host_examples.ts";
import { type Answer, describeMounted } from "./_mounted_suite.ts";

let key = "";
beforeAll(async () => {
  key = await seedHosts();
});
const describeHost = (answer: Answer): void => describeMounted({ answer, key: () => key });

const require = createRequire(`${programs}/package.json`);
const hasFrameworks = existsSync(`${programs}/node_modules/h3-2`);
if (!hasFrameworks) console.warn(`The tests in React Router and Nitro are skipped: ${installPrograms}`);

/** The part of React Router that the tests use. */
interface ReactRouter {
  createRequestHandler(build: object): Answer;
}

/** A build without pages. */
const build = {
  entry: { module: { default: () => new Response("The host's own page") } },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
  basename: "/",
  publicPath: "/",
  assetsBuildDirectory: "build",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
};

describe.runIf(hasFrameworks)("mounted in React Router, with a resource route", () => {
  /** Requests go through the request handler of React Router, as in a built app. */
  const answer: Answer = async (request) => {
    const router = require("react-router") as ReactRouter;
    const module = await loadHost("react_router/app/routes/content.js");
    const route = { id: "content", path: "content/api/public/v1/*", module };
    return router.createRequestHandler({ ...build, routes: { content: route } })(request);
  };

  describeHost(answer);
});

type NitroHandler = (event: object) => Promise<Response | undefined>;

/** The parts of h3 1 and 2 that the tests use. */
interface H3 {
  createApp(): { use(...handlers: unknown[]): void };
  defineEventHandler(handler: () => string): unknown;
  toNodeListener(app: object): RequestListener;
  H3: new () => { use(handler: unknown): void; get(path: string, handler: () => string): void };
  toNodeHandler(app: object): RequestListener;
}

describe.runIf(hasFrameworks).each(["h3", "h3-2"])("mounted in Nitro, as a middleware of %s", (name) => {
  let server: Server;
  let origin = "";
  beforeAll(async () => {
    const { default: handle } = (await loadHost("nuxt/server/middleware/content.js")) as {
      default: NitroHandler;
    };
    const h3 = require(name) as H3;
    if (name === "h3") {
      const app = h3.createApp();
      app.use(handle);
      app.use(
        "/about",
        h3.defineEventHandler(() => "The host's own page"),
      );
      server = createServer(h3.toNodeListener(app));
    } else {
      const app = new h3.H3();
      app.use(handle);
      app.get("/about", () => "The host's own page");
      server = createServer(h3.toNodeHandler(app));
    }
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  describeHost(async (request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(origin + pathname + search, request));
  });

  it("serves the dashboard, and passes on other requests", async () => {
    const page = await fetch(`${origin}/dashboard/sign-in`);
    expect(await page.text()).toContain("<h1>Sign in</h1>");
    expect(await (await fetch(`${origin}/about`)).text()).toBe("The host's own page");
    expect((await fetch(`${origin}/nowhere`)).status).toBe(404);
  });
});
