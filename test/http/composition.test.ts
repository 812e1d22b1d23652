import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMiddleware } from "@hattip/adapter-node/native-fetch";
import { compose, composePartial } from "@hattip/compose";
import type { AdapterRequestContext, HattipHandler } from "@hattip/core";
import { createRouter } from "@hattip/router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import { createPublicApi, type PublicApi, type RequestAnsweredEvent } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";

interface Parts {
  one: PublicApi;
  other: PublicApi;
  dashboard: ReturnType<typeof createDashboard>;
  /** Paths of the requests that `one` responded to. */
  answered: string[];
}

async function openParts(): Promise<Parts> {
  const answered: string[] = [];
  const requestAnswered = ({ request }: RequestAnsweredEvent): void => {
    answered.push(new URL(request.url).pathname);
  };
  const open = async (basePath: string, hooks = {}): Promise<PublicApi> => {
    const api = createPublicApi({ storage: memoryDriver(), basePath, hooks });
    await api.organizations.create({
      slug: "acme",
      name: `Acme at ${basePath}`,
      siteUrl: "https://acme.example",
    });
    await api.posts.create("acme", { name: `Post at ${basePath}`, slug: "hello" });
    return api;
  };
  const one = await open("/content", { "request.answered": requestAnswered });
  return { one, other: await open("/more/content"), dashboard: createDashboard(one), answered };
}

const host = ({ request }: AdapterRequestContext): Response | undefined =>
  new URL(request.url).pathname === "/about" ? new Response("The host's own page") : undefined;

const compositions: Record<string, (parts: Parts) => HattipHandler> = {
  "@hattip/compose": ({ one, other, dashboard }) =>
    compose([one.handler, other.handler, dashboard.handler, host]),
  "@hattip/compose, with a chain in a chain": ({ one, other, dashboard }) =>
    compose(composePartial([one.handler, other.handler]), dashboard.handler, host),
  "@hattip/router": ({ one, other, dashboard }) => {
    const router = createRouter();
    router.use(one.handler);
    router.use("/more/content/*", other.handler);
    router.use(dashboard.handler);
    router.get("/about", host);
    return router.buildHandler();
  },
};

type Start = (handler: HattipHandler) => Promise<{ url: string; close: () => Promise<void> }>;

const servers: Record<string, Start> = {
  "postern/node": async (handler) => serve({ handler }, { port: 0 }),
  "@hattip/adapter-node": async (handler) => {
    const middleware = createMiddleware(handler, { alwaysCallNext: false });
    const server = createServer((incoming, outgoing) => {
      middleware(incoming, outgoing, () => outgoing.writeHead(404).end("Passed through"));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        server.closeAllConnections();
        await once(server.close(), "close");
      },
    };
  },
};

const cases = Object.keys(servers).flatMap((server) =>
  Object.keys(compositions).map((composition) => [composition, server] as const),
);

describe.each(cases)("the API in %s, on %s", (composition, server) => {
  let parts: Parts;
  let running: Awaited<ReturnType<Start>>;
  beforeAll(async () => {
    parts = await openParts();
    const handler = compositions[composition]?.(parts);
    if (handler === undefined) throw new Error(`There is no ${composition}`);
    const started = await servers[server]?.(handler);
    if (started === undefined) throw new Error(`There is no ${server}`);
    running = started;
  });
  afterAll(() => running.close());
  const get = async (path: string): Promise<Response> => fetch(running.url + path, { redirect: "manual" });

  it("responds to the paths of each API under its base path", async () => {
    for (const basePath of ["/content", "/more/content"]) {
      const response = await get(`${basePath}/api/public/v1/post/acme/hello`);
      expect([response.status, await response.json()]).toMatchObject([200, { name: `Post at ${basePath}` }]);
      expect((await get(`${basePath}/api/public/v1/post/nobody`)).status).toBe(404);
    }
  });

  it("calls the dashboard, which comes after the APIs", async () => {
    const { status, headers } = await get("/dashboard");
    expect([status, headers.get("location")]).toEqual([303, "/dashboard/sign-in"]);
  });

  it("calls the host's own handler at the end of the chain", async () => {
    const response = await get("/about");
    expect([response.status, await response.text()]).toEqual([200, "The host's own page"]);
  });

  it("leaves an unknown path to the 404 of the chain", async () => {
    for (const path of ["/nowhere", "/content/nowhere", "/content/api/public/v1/nowhere"]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(["Not found", "Passed through"]).toContain(await response.text());
    }
  });

  it("does not report requests that another handler responds to", async () => {
    await get("/about");
    await get("/content/api/public/v1/post/acme");
    expect(parts.answered).not.toContain("/about");
    expect(parts.answered).toContain("/content/api/public/v1/post/acme");
  });
});
