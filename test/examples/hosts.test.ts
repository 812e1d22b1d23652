import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PublicApi } from "../../lib/mod.ts";

type Answer = (request: Request) => Promise<Response>;

const folder = resolve("examples/hosts");
const base = "/content/api/public/v1";

async function load(file: string): Promise<Record<string, unknown>> {
  return (await import(`${folder}/${file}`)) as Record<string, unknown>;
}

let key = "";
beforeAll(async () => {
  const { api } = (await load("content_api.js")) as unknown as { api: PublicApi };
  const log = vi.spyOn(console, "log").mockReturnValue();
  await load("seed.js");
  key = /^API key: (\S+)$/.exec(String(log.mock.calls[0]?.[0]))?.[1] ?? "";
  log.mockRestore();
  await api.posts.create("acme", { name: "World", html: "<p>Round.</p>" });
});

/** Tests of the API that is mounted at `/content` in any host. */
function describeMounted(answer: Answer): void {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    answer(new Request(`http://localhost${path}`, init));
  const addText = async (body: string, type: string): Promise<Response> => {
    const headers = { "x-api-key": key, "content-type": type };
    return send(`${base}/knowledge-base`, { method: "POST", body, headers });
  };

  it("serves posts, page by page, and a sitemap", async () => {
    const first = await send(`${base}/post/acme?limit=1&sort=name`);
    expect(first.status).toBe(200);
    const next = /^<(\/content\/[^>]+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1];
    const { posts } = (await (await send(next ?? "")).json()) as { posts: { slug: string }[] };
    expect(posts.map(({ slug }) => slug)).toEqual(["world"]);
    expect(await (await send(`${base}/sitemap/acme`)).text()).toContain("<urlset");
  });

  it("handles HEAD and OPTIONS", async () => {
    const head = await send(`${base}/post/acme/hello`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const options = await send(`${base}/post/acme/hello`, { method: "OPTIONS" });
    expect(options.status).toBeLessThan(300);
  });

  it("reads bodies itself", async () => {
    const added = await addText('{"text":"Grüße"}', "application/json");
    expect([added.status, await added.json()]).toMatchObject([201, { characters: 5 }]);
    expect((await addText("{", "application/json")).status).toBe(400);
    expect((await addText("text", "text/plain")).status).toBe(415);
  });

  it("responds to errors with problems of its mount path", async () => {
    const response = await send(`${base}/post/nobody`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      type: "/content/api/public/v1/docs/problems#organization-not-found",
    });
    expect((await send(`${base}/post/acme`, { method: "DELETE" })).headers.get("allow")).toContain("GET");
  });
}

describe.each(["express", "fastify", "koa", "hono", "hattip", "node_http"])(
  "mounted in %s, over a socket",
  (name) => {
    let server: Server;
    let origin = "";
    beforeAll(async () => {
      vi.stubEnv("PORT", "0");
      ({ server } = (await load(`${name}.js`)) as { server: Server });
      vi.unstubAllEnvs();
      if (!server.listening) await once(server, "listening");
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => {
      server.close();
      server.closeAllConnections();
    });
    const overSocket: Answer = async (request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(origin + pathname + search, request));
    };

    describeMounted(overSocket);

    it.runIf(["express", "hattip"].includes(name))("serves the dashboard", async () => {
      const page = await fetch(`${origin}/dashboard/sign-in`);
      expect(await page.text()).toContain("<h1>Sign in</h1>");
    });

    it("does not affect the host's routes, bodies and 404", async () => {
      expect(await (await fetch(`${origin}/about`)).text()).toBe("The host's own page");
      const headers = { "content-type": "application/json" };
      const echo = await fetch(`${origin}/echo`, { method: "POST", body: '{"a":1}', headers });
      expect(await echo.json()).toEqual({ a: 1 });
      const none = await fetch(`${origin}/nowhere`);
      expect(none.status).toBe(404);
      expect(none.headers.get("content-type")).not.toBe("application/problem+json");
    });
  },
);

describe("mounted in Next.js, with a route handler", () => {
  describeMounted(async (request) => {
    const handlers = (await load("next/app/content/api/public/v1/[...path]/route.js")) as Record<
      string,
      Answer
    >;
    return handlers[request.method]?.(request) ?? new Response(null, { status: 405 });
  });

  it("serves the dashboard", async () => {
    const { GET } = (await load("next/app/dashboard/[[...path]]/route.js")) as { GET: Answer };
    const page = await GET(new Request("http://localhost:3000/dashboard/sign-in"));
    expect(await page.text()).toContain("<h1>Sign in</h1>");
  });
});

describe("mounted in Astro, with an endpoint", () => {
  describeMounted(async (request) => {
    const { ALL } = (await load("astro/src/pages/content/api/public/v1/[...path].js")) as {
      ALL: (context: { request: Request }) => Promise<Response>;
    };
    return ALL({ request });
  });
});

describe("mounted in SvelteKit, with a hook", () => {
  interface Hook {
    handle(input: { event: { url: URL; request: Request }; resolve: () => Response }): Promise<Response>;
  }
  const handle: Answer = async (request) => {
    const hooks = (await load("sveltekit/src/hooks.server.js")) as unknown as Hook;
    const event = { url: new URL(request.url), request };
    return hooks.handle({ event, resolve: () => new Response("The host's own page") });
  };

  describeMounted(handle);

  it("passes other requests to SvelteKit", async () => {
    const response = await handle(new Request("http://localhost/content/about"));
    expect(await response.text()).toBe("The host's own page");
  });
});

it("runs a host by its name", async () => {
  const child = spawn(process.execPath, ["examples/hosts/run.js", "express"], {
    env: { ...process.env, PORT: "0" },
  });
  try {
    let output = "";
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output.endsWith("hello\n")) break;
    }
    const addresses = [...output.matchAll(/curl (http:\S+)/g)].map(([, address = ""]) => address);
    expect(await (await fetch(addresses[0] ?? "")).text()).toBe("The host's own page");
    expect(await (await fetch(addresses[1] ?? "")).json()).toMatchObject({ slug: "hello" });
  } finally {
    child.kill();
  }
});
