import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import {
  politeGet,
  type PoliteGetOptions,
} from "../../adapters/cli/post_import/wordpress_site/polite_get.ts";
import { createSender } from "../../adapters/node/send_over_https.ts";
import { openWordPressSite } from "../../lib/import/wordpress_site/mod.ts";
import { type GetPage, type PageResponse, WebhookSendError } from "../../lib/webhooks/mod.ts";
import { ManualClock } from "../manual_clock.ts";
import { fakePost, FakeWordPress } from "./_wordpress_site.ts";

type Answer = Partial<PageResponse> & { text?: string; error?: string; takes?: number };

/** Creates a `politeGet` whose requests get the answers in order, the last one forever. It notes requests and pauses. */
function politeTo(answers: readonly Answer[], options: Partial<PoliteGetOptions> = {}) {
  const clock = new ManualClock();
  const seen: Parameters<GetPage>[0][] = [];
  const pauses: number[] = [];
  const waits: string[] = [];
  const get: GetPage = async (request) => {
    const {
      error,
      text = "",
      takes = 0,
      status = 200,
      ...answer
    } = answers[seen.length] ?? answers.at(-1) ?? {};
    seen.push(request);
    clock.advance(takes);
    if (error !== undefined) throw new WebhookSendError(error);
    return { status, body: new TextEncoder().encode(text), ...answer };
  };
  const politely = politeGet({
    get,
    allowPrivateNetworks: false,
    site: "https://old.example",
    clock,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      if (milliseconds > 0) pauses.push(milliseconds);
    },
    signal: new AbortController().signal,
    onWait: (text) => waits.push(text),
    ...options,
  });
  return { get: politely, seen, pauses, waits };
}

const url = "https://old.example/wp-json/";

describe("requests to a site", () => {
  it("name a response that is no text in its encoding", async () => {
    const { get } = politeTo([{ body: Uint8Array.of(0x22, 0xff, 0x22) }]);
    expect(await get(url)).toMatchObject({ text: "", problem: expect.stringContaining("UTF-8") as string });
  });

  it("have a pause as long as the response before, at most two seconds", async () => {
    const { get, pauses } = politeTo([{ takes: 300 }, { takes: 9000 }, {}]);
    for (let index = 0; index < 4; index++) await get(url);
    expect(pauses).toEqual([300, 2000]);
  });

  it.each([429, 503])("wait as long as a busy site demands (%s)", async (status) => {
    const busy = { status, headers: { "retry-after": "40" } };
    const { get, pauses, waits } = politeTo([busy, { status, headers: {} }, { text: "x" }]);
    expect((await get(url)).text).toBe("x");
    expect(pauses).toEqual([40_000, 5000]);
    expect(waits).toEqual([`the site is busy: HTTP ${status}. Waiting for 40 seconds`]);
  });

  it("end if a busy site demands too long a pause, or stays busy", async () => {
    const long = politeTo([{ status: 429, headers: { "retry-after": "86400" } }]);
    await expect(long.get(url)).rejects.toThrow(
      "Cannot read https://old.example/wp-json/: the site is busy: HTTP 429, and demands a pause of 86400 seconds. Run the same command again later",
    );
    expect(long.seen).toHaveLength(1);
    const busy = politeTo([{ status: 503 }]);
    await expect(busy.get(url)).rejects.toThrow(
      "the site is busy: HTTP 503. Run the same command again later",
    );
    expect(busy.seen).toHaveLength(5);
  });

  it("are repeated after a broken connection, and not after a slow response", async () => {
    const broken = politeTo([{}, { error: "connect ECONNREFUSED" }, { text: "x" }]);
    await broken.get(url);
    expect((await broken.get(url)).text).toBe("x");
    expect(broken.pauses).toEqual([1000]);
    const wrong = politeTo([{ error: "getaddrinfo ENOTFOUND old.example" }]);
    await expect(wrong.get(url)).rejects.toThrow(
      "Cannot read https://old.example/wp-json/: getaddrinfo ENOTFOUND",
    );
    expect(wrong.seen).toHaveLength(1);
    const slow = politeTo([{ error: "no response within 60 seconds" }]);
    expect(await slow.get(url)).toMatchObject({ status: 0, problem: "no response within 60 seconds" });
    expect(slow.seen).toHaveLength(1);
  });

  it("end with the reason of the signal during a pause", async () => {
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    const { get, seen } = politeTo([{}], { signal: stop.signal });
    await expect(get(url)).rejects.toThrow("stopped");
    expect(seen).toHaveLength(0);
  });

  it("follow five redirects", async () => {
    const moved = (location: string): Answer => ({ status: 301, location });
    const { get } = politeTo([moved("https://www.old.example/a"), moved("/b"), { text: "x" }]);
    expect(await get(url)).toMatchObject({ url: "https://www.old.example/b", text: "x" });
    const circle = politeTo([moved(url)]);
    await expect(circle.get(url)).rejects.toThrow("it has more than 5 redirects");
    expect(circle.seen).toHaveLength(6);
  });

  it.each([
    "http://127.0.0.1/",
    "http://[::1]/",
    "http://10.0.0.1/",
    "http://localhost/",
    "http://169.254.169.254/latest",
    "http://2130706433/",
    "file:///etc/passwd",
    "https://user:password@old.example/",
  ])("go to no address that webhooks may not have: %s", async (location) => {
    const { get, seen } = politeTo([{ status: 302, location }]);
    await expect(get(url)).rejects.toThrow(/its address must /);
    expect(seen).toHaveLength(1);
    await expect(politeTo([{}]).get(location)).rejects.toThrow(/its address must /);
  });

  it("follow no announced API into a private network", async () => {
    const link = '<http://127.0.0.1:9/wp-json/>; rel="https://api.w.org/"';
    const { get, seen } = politeTo([{ headers: { link } }]);
    await expect(openWordPressSite("https://old.example/", { get, hasPassword: false })).rejects.toThrow(
      "Cannot read http://127.0.0.1:9/wp-json/: its address must not be in a private network",
    );
    expect(seen).toHaveLength(1);
  });

  it("have the password only for https addresses of the site's own host", async () => {
    const login = { user: "ada", password: "abcd efgh" };
    const locations = ["https://www.old.example/", "http://old.example/", "https://other.example/"];
    for (const location of locations) {
      const { get, seen } = politeTo([{ status: 302, location }, {}], { login });
      await get(url);
      const sent = seen.map(({ headers }) => headers?.["authorization"]);
      const own = `Basic ${btoa("ada:abcd efgh")}`;
      expect(sent).toEqual([own, location.startsWith("https://www.") ? own : undefined]);
    }
  });
});

describe("the sender of Node", () => {
  it("names Postern, and a body that breaks off is requested in smaller parts", async () => {
    const site = new FakeWordPress("http://127.0.0.1");
    site.lists["posts"] = [fakePost(1)];
    const agents = new Set<string | undefined>();
    let breaks = 2;
    const respond = async (path: string, response: ServerResponse): Promise<void> => {
      const { status, headers, text } = await site.get(`http://127.0.0.1${path}`);
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
      // A body that breaks off is no JSON.
      const isBroken = path.includes("content") && breaks-- > 0;
      if (isBroken) response.write(text.slice(0, 20), () => response.destroy());
      else response.end(text);
    };
    const server = createServer((request, response) => {
      agents.add(request.headers["user-agent"]);
      void respond(request.url ?? "", response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { get } = createSender();
    if (get === undefined) throw new Error("the sender has no get");
    const options = { ...optionsOf(), get, allowPrivateNetworks: true, site: `http://127.0.0.1:${port}` };
    try {
      const address = `http://127.0.0.1:${port}/`;
      const opened = await openWordPressSite(address, {
        get: onPort(politeGet(options), port),
        hasPassword: false,
      });
      const found: string[] = [];
      for await (const item of opened.read("posts")) found.push(item.kind);
      expect(found).toEqual(["post"]);
      expect([...agents]).toEqual(["Postern"]);
      const guarded = politeGet({ ...options, allowPrivateNetworks: false });
      await expect(guarded(address)).rejects.toThrow("must not be in a private network");
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  function optionsOf(): Omit<PoliteGetOptions, "get" | "site" | "allowPrivateNetworks"> {
    const signal = new AbortController().signal;
    return { clock: new ManualClock(), sleep: async () => undefined, signal, onWait: () => undefined };
  }
});

/** The site announces its address without the port of the test. */
function onPort(get: ReturnType<typeof politeGet>, port: number): ReturnType<typeof politeGet> {
  return async (href) => {
    const own = new URL(href);
    own.port = String(port);
    return get(own.href);
  };
}
