import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadHost, seedHosts } from "./host_examples.ts";
import { type Answer, describeMounted } from "./_mounted_suite.ts";

let key = "";
beforeAll(async () => {
  key = await seedHosts();
});
const describeHost = (answer: Answer): void => describeMounted({ answer, key: () => key });

describe.each(["express", "fastify", "koa", "hono", "hattip", "node_http"])(
  "mounted in %s, over a socket",
  (name) => {
    let server: Server;
    let origin = "";
    beforeAll(async () => {
      vi.stubEnv("PORT", "0");
      ({ server } = (await loadHost(`${name}.js`)) as { server: Server });
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
      const url = origin + pathname + search;
      // `@hattip/adapter-node` gives no response to a body over the limit that comes without a length.
      if (name !== "hattip" || request.method !== "POST") return fetch(new Request(url, request));
      return fetch(url, { method: "POST", headers: request.headers, body: await request.text() });
    };

    describeHost(overSocket);

    it.runIf(name !== "node_http")("serves the dashboard", async () => {
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
  describeHost(async (request) => {
    const handlers = (await loadHost("next/app/content/api/public/v1/[...path]/route.js")) as Record<
      string,
      Answer
    >;
    return handlers[request.method]?.(request) ?? new Response(null, { status: 405 });
  });

  it("serves the dashboard", async () => {
    const { GET } = (await loadHost("next/app/dashboard/[[...path]]/route.js")) as { GET: Answer };
    const page = await GET(new Request("http://localhost:3000/dashboard/sign-in"));
    expect(await page.text()).toContain("<h1>Sign in</h1>");
  });
});

describe("mounted in Astro, with an endpoint", () => {
  describeHost(async (request) => {
    const { ALL } = (await loadHost("astro/src/pages/content/api/public/v1/[...path].js")) as {
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
    const hooks = (await loadHost("sveltekit/src/hooks.server.js")) as unknown as Hook;
    const event = { url: new URL(request.url), request };
    return hooks.handle({ event, resolve: () => new Response("The host's own page") });
  };

  describeHost(handle);

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
