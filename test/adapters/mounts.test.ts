import { createServer } from "node:http";
import express from "express";
import Fastify from "fastify";
import Koa from "koa";
import { describe, expect, it } from "vitest";
import { toAstroEndpoint } from "../../adapters/mounts/astro.ts";
import { toExpress } from "../../adapters/mounts/express.ts";
import { toFastify } from "../../adapters/mounts/fastify.ts";
import { toHatTip } from "../../adapters/mounts/hattip.ts";
import { toHono } from "../../adapters/mounts/hono.ts";
import { toKoa } from "../../adapters/mounts/koa.ts";
import { toNextHandler } from "../../adapters/mounts/next.ts";
import { toNitroHandler } from "../../adapters/mounts/nitro.ts";
import { toReactRouterLoader } from "../../adapters/mounts/react_router.ts";
import { toSvelteKitHandle } from "../../adapters/mounts/sveltekit.ts";
import { mcp } from "../../lib/api/mcp/mod.ts";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { listen } from "../servers/listen.ts";

const mounts = {
  toAstroEndpoint,
  toExpress,
  toFastify,
  toHatTip,
  toHono,
  toKoa,
  toNextHandler,
  toNitroHandler,
  toReactRouterLoader,
  toSvelteKitHandle,
};
const root = "/content/api/public/v1";

async function openApi(): Promise<PublicApi> {
  const api = createPublicApi({ storage: memoryDriver(), basePath: "/content" });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  return api;
}

describe.each(Object.entries(mounts))("%s", (_name, mount) => {
  it("refuses unknown options, and a value without a handler", async () => {
    const api = await openApi();
    expect(() => mount(api, { dashbord: {} } as object)).toThrow(
      'dashbord is not a known option (did you mean "dashboard"?); allowed are dashboard',
    );
    expect(() => mount(api, { dashboard: {} as never })).toThrow(
      "dashboard must be an object with the method handler",
    );
    expect(() => mount({} as never)).toThrow("api must be an object with the method handler");
  });
});

describe("a mount", () => {
  it("leaves the paths of the API to a mount that comes later", async () => {
    const api = await openApi();
    const app = express();
    app.use(toExpress(createDashboard(api)), toExpress(api));
    const origin = await listen(createServer(app));
    expect((await fetch(`${origin}${root}/post/acme`)).status).toBe(200);
    expect((await fetch(`${origin}/dashboard/sign-in`)).status).toBe(200);
  });

  it("responds below a mount path of Express", async () => {
    const app = express();
    app.use("/content", toExpress(await openApi()));
    app.use((_request, response) => void response.send("The host's own page"));
    const origin = await listen(createServer(app));
    expect(await (await fetch(`${origin}${root}/post/acme`)).json()).toMatchObject({ posts: [] });
    expect(await (await fetch(`${origin}/content/about`)).text()).toBe("The host's own page");
  });

  it("passes errors of a host's handler to the framework", async () => {
    const failing = {
      handler: () => {
        throw new Error("broken");
      },
    };
    const app = express();
    app.use(toExpress(failing));
    app.use(((error: Error, _request, response, _next) => {
      response.status(503).send(error.message);
    }) satisfies express.ErrorRequestHandler);
    const fastify = Fastify();
    fastify.register(toFastify(failing));
    fastify.setErrorHandler((error: Error, _request, reply) => reply.code(503).send(error.message));
    await fastify.ready();
    const koa = new Koa();
    koa.use(async (context, next) => {
      await next().catch((error: Error) => {
        context.status = 503;
        context.body = error.message;
      });
    });
    koa.use(toKoa(failing));
    const callback = koa.callback();
    const koaServer = createServer((incoming, outgoing) => void callback(incoming, outgoing));
    for (const server of [createServer(app), fastify.server, koaServer]) {
      const response = await fetch(`${await listen(server)}${root}/post/acme`);
      expect([response.status, await response.text()]).toEqual([503, "broken"]);
    }
  });

  it("gives the API the address that the framework knows", async () => {
    const seen: string[] = [];
    const served = {
      handler: ({ ip }: { ip: string }) => {
        seen.push(ip);
        return new Response();
      },
    };
    const request = new Request("http://localhost/");
    await toAstroEndpoint(served)({ request, clientAddress: "192.0.2.1" });
    await toSvelteKitHandle(served)({
      event: { request, getClientAddress: () => "192.0.2.2" },
      resolve: () => new Response(),
    });
    const env = { incoming: { socket: { remoteAddress: "192.0.2.3" } } };
    await toHono(served)({ req: { raw: request }, env }, async () => undefined);
    const unknown = () => {
      throw new Error("The address is not available");
    };
    await toSvelteKitHandle(served)({
      event: { request, getClientAddress: unknown },
      resolve: () => new Response(),
    });
    expect(seen).toEqual(["192.0.2.1", "192.0.2.2", "192.0.2.3", ""]);
  });

  it("is passed on by HatTip's adapter for the paths of the host", async () => {
    let isPassed = false;
    const context = {
      request: new Request("http://localhost/about"),
      ip: "",
      platform: undefined,
      env: () => undefined,
      waitUntil: () => undefined,
      passThrough: () => void (isPassed = true),
    };
    const handler = toHatTip(await openApi());
    expect((await handler(context)).status).toBe(404);
    expect(isPassed).toBe(true);
  });
});

/** Mounts that get each request of an app, and pass those of the host on. */
const wholeMounts: Record<string, (api: PublicApi) => Promise<(path: string) => Promise<Response>>> = {
  toExpress: async (api) => {
    const app = express();
    app.use(toExpress(api));
    const url = await listen(createServer(app));
    return (path) => fetch(url + path);
  },
  toFastify: async (api) => {
    const app = Fastify();
    app.register(toFastify(api));
    await app.ready();
    const url = await listen(app.server);
    return (path) => fetch(url + path);
  },
  toKoa: async (api) => {
    const app = new Koa();
    app.use(toKoa(api));
    const callback = app.callback();
    const url = await listen(createServer((incoming, outgoing) => void callback(incoming, outgoing)));
    return (path) => fetch(url + path);
  },
  toHono: async (api) => async (path) => {
    const context = { req: { raw: new Request(`http://localhost${path}`) }, env: {} };
    return (await toHono(api)(context, async () => undefined)) ?? new Response(null, { status: 404 });
  },
  toSvelteKitHandle: async (api) => async (path) =>
    toSvelteKitHandle(api)({
      event: { request: new Request(`http://localhost${path}`), getClientAddress: () => "192.0.2.1" },
      resolve: () => new Response(null, { status: 404 }),
    }),
  // Their host routes the paths.
  toNextHandler: async (api) => (path) => toNextHandler(api).GET(new Request(`http://localhost${path}`)),
};

describe.each(Object.entries(wholeMounts))("the documents of the sign-in by %s", (_name, open) => {
  it("are at the root of the origin, and name the configured one", async () => {
    const apiOrigin = "https://api.example";
    const options = { basePath: "/content", mcp: mcp(), apiOrigin, oauth: {} };
    const api = createPublicApi({ storage: memoryDriver(), ...options });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const get = await open(api);
    const resource = `${root}/mcp/acme/signed-in`;
    const server = await get("/.well-known/oauth-authorization-server/content");
    expect(await server.json()).toMatchObject({
      issuer: `${apiOrigin}/content`,
      token_endpoint: `${apiOrigin}${root}/oauth/token`,
    });
    const described = await get(`/.well-known/oauth-protected-resource${resource}`);
    expect(await described.json()).toMatchObject({
      resource: apiOrigin + resource,
      authorization_servers: [`${apiOrigin}/content`],
    });
    expect((await get("/.well-known/security.txt")).status).toBe(404);
  });
});
