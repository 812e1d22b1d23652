import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import onHeaders from "on-headers";
import { beforeEach, describe, expect, it } from "vitest";
import { type RunningServer, serve, toMiddleware, toRequestListener } from "../../adapters/node.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { head } from "../runtimes/raw_request.ts";
import { listen } from "../servers/listen.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { publishPost } from "../storage-drivers/_publish_post.ts";

let server: RunningServer;
let key: string;

beforeEach(async () => {
  const api = createPublicApi({ storage: memoryDriver() });
  key = await publishPost(api);
  server = await start(api);
});

async function start(...[served, options]: Parameters<typeof serve>): Promise<RunningServer> {
  const started = await serve(served, { port: 0, ...options });
  releaseAfterUse(() => started.close());
  return started;
}

const openHandler = (): PublicApi["handler"] => createPublicApi({ storage: memoryDriver() }).handler;

function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((resolvePromise) => (resolve = resolvePromise));
  return { promise, resolve };
}

/** Sends raw bytes, and reads until the server has closed the connection. */
async function sendRaw(origin: string, ...parts: string[]): Promise<string> {
  const { port } = new URL(origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.setEncoding("latin1");
  let answer = "";
  socket.on("data", (chunk: string) => (answer += chunk));
  await once(socket, "connect");
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return answer;
}

describe("a stream whose length is announced", () => {
  it.each([
    ["fewer", 4],
    ["more", 6],
  ])("is cut off, and reported, if it has %s bytes", async (_what, length) => {
    const errors: string[] = [];
    const handler = (): Response =>
      new Response(new Blob(["x".repeat(length)]).stream(), { headers: { "content-length": "5" } });
    const { url } = await start({
      handler,
      options: { onError: (error) => void errors.push(String(error)) },
    });
    await expect(fetch(url).then(async (response) => response.text())).rejects.toThrow(
      /terminated|fetch failed/,
    );
    const message = `Cannot send the response: its body has ${length} bytes, and its content-length is 5`;
    expect(errors).toEqual([`BodyLengthError: ${message}`]);
  });
});

describe("close of the Node server", () => {
  it.each(["", "GET", "GET / HTTP/1.1\r\nHost: a\r\n"])(
    "closes a connection that has sent %j",
    async (sent) => {
      const socket = connect(server.port, "127.0.0.1");
      await once(socket, "connect");
      socket.write(sent);
      await (await fetch(server.url)).arrayBuffer();
      const closed = once(socket, "close");
      socket.on("error", () => undefined);
      await expect(server.close()).resolves.toBeUndefined();
      await closed;
    },
  );

  it("waits for a request whose response is pending, while silent connections are closed", async () => {
    const { promise: isAsked, resolve: asked } = gate();
    const { promise: mayEnd, resolve: end } = gate();
    const slow = await start({
      handler: async () => {
        asked();
        await mayEnd;
        return new Response("late");
      },
    });
    const silent = connect(slow.port, "127.0.0.1");
    await once(silent, "connect");
    const response = fetch(slow.url);
    await isAsked;
    const silentClosed = once(silent, "close");
    const closed = slow.close();
    await silentClosed;
    end();
    expect(await (await response).text()).toBe("late");
    await closed;
  });
});

describe("the Node server", () => {
  it.each(["", "a b", "[", "user:pass@host", "x:99999", "é"])(
    "responds to the Host %j with 400, or as to any other Host",
    async (host) => {
      const answer = await sendRaw(
        server.url,
        `GET /api/public/v1/post/acme HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
    },
  );

  it.each(["http://other.example/", "*", "//", "/%", "/\\", "/api/public/v1/post/acme/%00"])(
    "does not fail on the target %j",
    async (target) => {
      const answer = await sendRaw(server.url, head(`GET ${target}`));
      expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d /);
    },
  );

  const path = "/api/public/v1/post/acme/hello";

  it.each([
    "*",
    "ftp://localhost/api/public/v1/post/acme",
    "http://user:password@localhost/api/public/v1/post/acme",
    "http://user@localhost/api/public/v1/post/acme",
    "http:///api/public/v1/post/acme",
    "http://localhost:99999/api/public/v1/post/acme",
    `${path}#top`,
    `http://localhost${path}#top`,
    "/\\",
    "/x/..",
    "/./healthz",
  ])("refuses the target %j with a problem", async (target) => {
    const method = target === "*" ? "OPTIONS" : "GET";
    const answer = await sendRaw(server.url, head(`${method} ${target}`));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/^content-type: application\/problem\+json\r$/m);
    expect(answer).toContain('"type":"/api/public/v1/docs/problems#malformed-path"');
  });

  it.each(["http://localhost", "https://other.example:8443", "HTTP://[::1]"])(
    "serves targets in absolute form at %s",
    async (origin) => {
      const answer = await sendRaw(server.url, head(`GET ${origin}${path}?fields=slug`));
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer.endsWith('{"slug":"hello"}')).toBe(true);
    },
  );

  it("reads URL and Host from a target in absolute form", async () => {
    const echo = await start({
      handler: ({ request }) => new Response(`${request.url} ${request.headers.get("host")}`),
    });
    const seen: unknown[] = [];
    for (const target of [
      "HTTPS://other.example:81/a?b=/c",
      "http://other.example?b=/c",
      "http://other.example",
    ]) {
      const answer = await sendRaw(echo.url, head(`GET ${target}`));
      seen.push(/^http\S+ \S+/m.exec(answer)?.[0]);
    }
    expect(seen).toEqual([
      "https://other.example:81/a?b=/c other.example:81",
      "http://other.example/?b=/c other.example",
      "http://other.example/ other.example",
    ]);
  });

  it.each(["localhost", "other.example"])(
    "refuses two Host lines, of which the second is %s",
    async (second) => {
      for (const name of ["Host", "HOST"]) {
        const answer = await sendRaw(
          server.url,
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nx-other: 1\r\n${name}: ${second}\r\n\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toContain('"code":"invalid-header"');
      }
    },
  );

  it("returns its own problems with a type under the base path", async () => {
    const api = createPublicApi({ storage: memoryDriver(), basePath: "/content" });
    const answer = await sendRaw((await start(api)).url, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(answer).toContain('"type":"/content/api/public/v1/docs/problems#malformed-path"');
  });

  it("responds to a body over the limit while it is being sent, and keeps the connection", async () => {
    const post = `POST /api/public/v1/knowledge-base HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n`;
    const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const answer = await sendRaw(
      server.url,
      `${post}Transfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 32 }, () => chunk),
      "0\r\n\r\n",
      head("GET /api/public/v1/post/acme"),
    );
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });

  it("finishes pending requests when it is closed", async () => {
    const { promise: isEntered, resolve: enter } = gate();
    const { promise: mayLeave, resolve: leave } = gate();
    const slow = await start({
      handler: async () => {
        enter();
        await mayLeave;
        return new Response("done");
      },
    });
    const answer = fetch(slow.url);
    await isEntered;
    const closed = slow.close();
    leave();
    expect(await (await answer).text()).toBe("done");
    await closed;
    await expect(fetch(slow.url)).rejects.toThrow("fetch failed");
  });

  it("is a middleware that passes other paths on", async () => {
    const middleware = toMiddleware(openHandler());
    const host = createServer((incoming, outgoing) =>
      middleware(incoming, outgoing, () => outgoing.end("next")),
    );
    const url = await listen(host);
    expect(await (await fetch(`${url}/about`)).text()).toBe("next");
    expect((await fetch(`${url}/api/public/v1/post/nobody`)).status).toBe(404);
  });

  it("is a middleware that passes on the host's invalid targets, and refuses its own", async () => {
    const middleware = toMiddleware(openHandler());
    const host = createServer((incoming, outgoing) =>
      middleware(incoming, outgoing, () => outgoing.end(`next ${incoming.url}`)),
    );
    const url = await listen(host);
    const send = async (method: string, target: string): Promise<string> =>
      sendRaw(url, head(`${method} ${target}`));
    const others = ["/a\\b", "/a/../b", "/a%5Cb", "/a%00", "/x/../api/public/v1/post/acme", "/a#b"];
    for (const target of others) expect(await send("GET", target)).toContain(`next ${target}`);
    expect(await send("OPTIONS", "*")).toContain("next *");
    for (const target of ["/api/public/v1/..\\x", "/api/public/v1/post/%2e%2e", "/api/public/v1/%5C"]) {
      expect(await send("GET", target)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"malformed-path"/);
    }
  });

  it("sends its headers through a middleware that accepts only an object", async () => {
    const middleware = toMiddleware(openHandler());
    const host = createServer((incoming, outgoing) => {
      onHeaders(outgoing, () => outgoing.setHeader("x-host", "was here"));
      middleware(incoming, outgoing, () => outgoing.end("next"));
    });
    const url = await listen(host);
    const { headers } = await fetch(`${url}/api/public/v1/post/nobody`);
    expect(headers.get("x-host")).toBe("was here");
    expect(headers.get("content-type")).toBe("application/problem+json");
  });

  it("responds to the other requests if the host has already responded to one", async () => {
    const middleware = toMiddleware(openHandler());
    const failures: unknown[] = [];
    const host = createServer((incoming, outgoing) => {
      if (incoming.url?.endsWith("/taken")) outgoing.end("the host's");
      middleware(incoming, outgoing, (error) => failures.push(error));
    });
    const url = await listen(host);
    const get = (slug: string): string => `GET /api/public/v1/post/${slug} HTTP/1.1\r\nHost: localhost\r\n`;
    const answer = await sendRaw(
      url,
      `${get("taken")}\r\n${get("nobody")}\r\n${get("nobody")}Connection: close\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 404"]);
    expect(failures).toEqual([expect.objectContaining({ code: "ERR_HTTP_HEADERS_SENT" })]);
  });

  it("handles each of several requests in its own asynchronous context", async () => {
    const contexts = new AsyncLocalStorage<string | undefined>();
    const listener = toRequestListener(async ({ request }) => {
      const atOnce = contexts.getStore();
      await Promise.resolve();
      return new Response(`${new URL(request.url).pathname}: ${atOnce}, ${contexts.getStore()}\n`);
    });
    const host = createServer((incoming, outgoing) => {
      contexts.run(incoming.url, () => listener(incoming, outgoing));
    });
    const url = await listen(host);
    const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`;
    const answer = await sendRaw(
      url,
      `${get("/a")}\r\n${get("/b")}\r\n${get("/c")}Connection: close\r\n\r\n`,
    );
    expect(answer.match(/^\/.*$/gm)).toEqual(["/a: /a, /a", "/b: /b, /b", "/c: /c, /c"]);
  });

  it("responds to hundreds of concurrent requests", async () => {
    const request = `GET /api/public/v1/post/acme HTTP/1.1\r\nHost: localhost\r\n`;
    const answer = await sendRaw(
      server.url,
      `${request}\r\n`.repeat(299) + `${request}Connection: close\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(300);
  });

  it.each([-1, 65_536, 1.5, Number.NaN])("refuses the port %d", async (port) => {
    const attempt = serve({ handler: () => new Response() }, { port });
    await expect(attempt).rejects.toThrow(`port must be a whole number from 0 to 65535, and is ${port}`);
  });

  it.each([
    [undefined, "timeout=65"],
    [1, "timeout=1"],
    [86_400, "timeout=86400"],
  ])("keeps an idle connection for %s seconds", async (keepAliveSeconds, header) => {
    const { url } = await start({ handler: () => new Response() }, { keepAliveSeconds });
    expect((await fetch(url)).headers.get("keep-alive")).toBe(header);
  });

  it.each([0, 86_401, 1.5, Infinity])("refuses to keep idle connections for %d seconds", async (seconds) => {
    const attempt = serve({ handler: () => new Response() }, { keepAliveSeconds: seconds });
    await expect(attempt).rejects.toThrow("keepAliveSeconds must be a whole number from 1 to 86400");
  });
});
