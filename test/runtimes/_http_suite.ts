import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { startForSuite } from "../servers/release_after_use.ts";
import { head, rawRequest } from "./raw_request.ts";
import type { RunningHost } from "./start_host.ts";
import { visitDashboard } from "./visit_dashboard.ts";

interface Seeded {
  editor: { id: string; key: string };
  counted: { id: string; key: string };
  leaked: { id: string; key: string };
  limited: { id: string; key: string };
}

/** Differences of a runtime, or of its gateway. */
export interface HttpSuiteOptions {
  /** It cannot respond while a body is still being sent. */
  hasNoEarlyAnswers?: boolean;
  /** It sends `content-length: 0` in the response to HEAD. */
  forgetsLengthOfHead?: boolean;
  /** It ends if work after the response fails. */
  endsByLaterWork?: boolean;
  /** It serves the API's handler directly, without a handler of the host. */
  hasNoHandler?: boolean;
  /** A spread context loses the client's address. */
  losesSpreadAddress?: boolean;
  /** It resolves backslashes and dot segments before the API sees the path. */
  resolvesPaths?: boolean;
  /** It accepts two Host lines, or refuses them itself. */
  keepsTwoHosts?: boolean;
  /** It refuses requests with a missing or unusable Host by itself, or does not read the Host. */
  readsHost?: boolean;
  /** It does not serve targets in absolute form. */
  hasNoAbsoluteForm?: boolean;
}

const path = "/content/api/public/v1";

/**
 * Tests the API over a real socket, on any runtime. Each runtime's test is one call.
 *
 * @param name the name of the suite in the report
 * @param open starts the host of `hosts/app.js` with an empty store
 */
export function describeHttp(
  name: string,
  open: () => Promise<RunningHost>,
  differences: HttpSuiteOptions = {},
): void {
  // oxlint-disable-next-line vitest/valid-title -- it is a string, whatever it is called
  describe(name, () => {
    const host = startForSuite(open);
    let seeded: Seeded;
    beforeAll(async () => {
      seeded = (await (await fetch(`${host().url}/host/seed`)).json()) as Seeded;
    });

    const send = (route: string, init: RequestInit = {}): Promise<Response> =>
      fetch(host().url + path + route, init);
    const withKey = (key: string, headers: Record<string, string> = {}): RequestInit => ({
      headers: { "x-api-key": key, ...headers },
    });
    const post = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
      send("/knowledge-base", {
        method: "POST",
        body,
        headers: { "x-api-key": seeded.editor.key, "content-type": "application/json", ...headers },
        duplex: "half",
      } as RequestInit);
    const codeOf = async (response: Response): Promise<unknown> => {
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      return ((await response.json()) as { code: string }).code;
    };

    it("passes other routes to the host", async () => {
      const own = await fetch(`${host().url}/host/about`, { method: "PUT" });
      expect([own.status, await own.text()]).toEqual([200, "The host's own page: PUT"]);
      const none = await fetch(`${host().url}/api/public/v1/post/acme`);
      expect([none.status, await none.text()]).toEqual([404, "Not the host's"]);
    });

    it("lists posts page by page, with the URL in the Link header", async () => {
      const slugs: string[] = [];
      let next: string | undefined = `${host().url}${path}/post/acme?limit=2&sort=name`;
      while (next !== undefined) {
        const response: Response = await fetch(next);
        expect(response.status).toBe(200);
        const { posts } = (await response.json()) as { posts: { slug: string }[] };
        slugs.push(...posts.map(({ slug }) => slug));
        const link = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
        next = link && new URL(link, response.url).href;
      }
      expect(slugs).toEqual(["first", "grüße", "second", "third"]);
    });

    it("returns a post, byte by byte", async () => {
      const response = await send("/post/acme/first");
      expect(response.headers.get("content-type")).toBe("application/json");
      const body = (await response.json()) as { html: string; structuredData: { faqPage: object } };
      expect(body).toMatchObject({
        html: "<h2>Grüße, 世界 😀?</h2><p>Ja &amp; nein.</p><h3>Two?</h3><p>Yes.</p>",
        faqEntries: [
          { question: "Grüße, 世界 😀?", answer: "Ja & nein." },
          { question: "Two?", answer: "Yes." },
        ],
      });
      expect(body.structuredData.faqPage).toMatchObject({ "@type": "FAQPage" });
    });

    it.each(["gr%C3%BC%C3%9Fe", "gr%c3%bc%c3%9fe"])("finds the post at %s with 280 KB", async (slug) => {
      const { html } = (await (await send(`/post/acme/${slug}`)).json()) as { html: string };
      expect(html).toBe(`<p>${"世界 ".repeat(40_000)}</p>`);
    });

    it.each(["/post/acme/sitemap", "/sitemap/acme"])("returns the sitemap %s", async (route) => {
      const response = await send(route);
      expect(response.headers.get("content-type")).toBe("application/xml");
      expect(await response.text()).toContain("<loc>https://acme.example/blog/gr%C3%BC%C3%9Fe</loc>");
    });

    it("responds to HEAD with the headers of GET and without a body", async () => {
      const get = await send("/post/acme/first");
      const answer = await rawRequest(host().url, head(`HEAD ${path}/post/acme/first`));
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer.toLowerCase()).toContain("content-type: application/json\r\n");
      expect(answer.endsWith("\r\n\r\n")).toBe(true);
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? Number.NaN);
      const allowed = differences.forgetsLengthOfHead
        ? [0]
        : [(await get.arrayBuffer()).byteLength, Number.NaN];
      expect(allowed).toContainEqual(length);
    });

    it("responds to OPTIONS, and refuses other methods with Allow", async () => {
      const options = await send("/post/acme", { method: "OPTIONS" });
      expect(options.status).toBeLessThan(300);
      const refused = await send("/post/acme", { method: "DELETE" });
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
      expect(await codeOf(refused)).toBe("method-not-allowed");
    });

    it.each([
      ["/post/none", 404, "organization-not-found"],
      ["/post/acme/none", 404, "post-not-found"],
      ["/post/acme/%00", 400, "malformed-path"],
      ["/post/acme/%5c..%5Csecret", 400, "malformed-path"],
      ["/post/acme/a%7fb", 400, "malformed-path"],
      ["/nothing/%5C", 400, "malformed-path"],
      ["/post/acme/...", 404, "post-not-found"],
      ["/post/acme/first;v=1", 404, "post-not-found"],
      ["/post/acme?limit=0", 400, "invalid-parameter"],
      ["/post/acme?sort=name&sort=name", 400, "invalid-parameter"],
      [`/post/acme/${"a".repeat(2000)}`, 400, "malformed-path"],
    ])("responds to %s with %d", async (route, status, code) => {
      const response = await send(route);
      expect([response.status, await codeOf(response)]).toEqual([status, code]);
    });

    it.each(["/post/acme/%", "/post/acme/%ff"])("does not fail on %s", async (route) => {
      expect(await rawRequest(host().url, head(`GET ${path}${route}`))).toMatch(/^HTTP\/1\.1 40[04] /);
    });

    const outside = [
      "/../../../../host/about",
      "/..\\..\\..\\..\\host\\about",
      "/%2e%2E\\..\\..\\..\\host/about",
    ];
    const inside = [
      "/post/./acme",
      "/post/acme/.",
      "/post/acme/x/%2e%2e/first",
      "/post/acme\\first",
      "/post/.%2E/post/acme",
    ];
    it.skipIf(differences.resolvesPaths).each([...outside, ...inside])(
      "refuses the path %s",
      async (route) => {
        const answer = await rawRequest(host().url, head(`GET ${path}${route}`));
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toContain('"code":"malformed-path"');
      },
    );

    it.skipIf(differences.resolvesPaths)("passes to the host a path that resolves to the API", async () => {
      const answer = await rawRequest(host().url, head(`GET /host/..${path}/post/acme`));
      expect(answer).not.toContain('"posts"');
    });

    it.skipIf(differences.keepsTwoHosts)("refuses two Host lines, equal or not", async () => {
      for (const second of ["localhost", "other.example"]) {
        const answer = await rawRequest(host().url, head(`GET ${path}/post/acme`, `Host: ${second}`));
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      }
    });

    const postPath = `${path}/post/acme/first`;
    const statusOf = (answer: string): string | undefined => answer.split(" ")[1];
    const sendLines = (...lines: readonly string[]): Promise<string> =>
      rawRequest(host().url, `${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`);

    const unusableHosts = [
      "",
      "localhost/x",
      "localhost/content",
      `localhost${postPath}?`,
      "localhost?",
      "localhost\\x",
      "user@localhost",
      "localhost:99999",
      "a b",
    ];
    const otherTargets = [`/x${postPath}`, `/xy${postPath}`, postPath.slice("/content".length), "/x"];

    it.skipIf(differences.readsHost).each(unusableHosts)("refuses the Host %j", async (name) => {
      for (const target of [postPath, ...otherTargets]) {
        const answer = await sendLines(`GET ${target} HTTP/1.1`, `Host: ${name}`);
        expect([target, statusOf(answer)]).toEqual([target, "400"]);
      }
    });

    it.runIf(differences.readsHost).each(unusableHosts)(
      "matches no other path by the Host %j",
      async (name) => {
        for (const target of otherTargets) {
          const answer = await sendLines(`GET ${target} HTTP/1.1`, `Host: ${name}`);
          expect([target, answer.includes('"faqEntries"')]).toEqual([target, false]);
        }
      },
    );

    it.skipIf(differences.readsHost)("serves HTTP/1.0 without Host", async () => {
      const answer = await sendLines(`GET ${postPath} HTTP/1.0`);
      expect([statusOf(answer), answer.includes('"faqEntries"')]).toEqual(["200", true]);
    });

    it.each(["1.0", "1.1"])("matches no other path without Host in HTTP/%s", async (version) => {
      for (const target of [...otherTargets, `//localhost${postPath}`, `/?a=http://b${postPath}`]) {
        const answer = await sendLines(`GET ${target} HTTP/${version}`);
        expect([target, answer.includes('"faqEntries"')]).toEqual([target, false]);
      }
    });

    it.skipIf(differences.hasNoAbsoluteForm)("serves a target in absolute form", async () => {
      for (const scheme of ["http", "HTTPS"]) {
        const answer = await rawRequest(
          host().url,
          head(`GET ${scheme}://other.example${path}/post/acme/first`),
        );
        expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      }
    });

    it("counts the requests of a key, and returns the remaining number", async () => {
      const left: unknown[] = [];
      for (let count = 0; count < 3; count++) {
        const response = await send("/post/acme/first", withKey(seeded.counted.key));
        left.push(/(?:^|;)r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
      }
      expect(left).toEqual(["999", "998", "997"]);
    });

    it("admits exactly the remaining requests of a key among 60 concurrent requests", async () => {
      const requests = Array.from({ length: 60 }, () => send("/post/small", withKey(seeded.limited.key)));
      const responses = await Promise.all(requests);
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(20);
      expect(statuses.filter((status) => status === 429)).toHaveLength(40);
      const refused = responses.find(({ status }) => status === 429);
      expect(refused?.headers.get("retry-after")).toMatch(/^\d+$/);
    });

    it("immediately refuses an unknown key, a key that is sent twice, and a revoked key", async () => {
      const { id, key } = seeded.leaked;
      const unknown = await send("/post/acme", withKey("postern_nothing"));
      expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([401, "ApiKey"]);
      const twice = head(`GET ${path}/post/acme`, `x-api-key: ${key}`, `X-API-Key: ${key}`);
      expect(await rawRequest(host().url, twice)).toMatch(/^HTTP\/1\.1 401 /);
      expect((await send("/post/acme", withKey(key))).status).toBe(200);
      await fetch(`${host().url}/host/revoke`, { method: "POST", body: JSON.stringify({ id }) });
      expect(await codeOf(await send("/post/acme", withKey(key)))).toBe("revoked-key");
    });

    it("accepts a text, and the same text again with its idempotency key", async () => {
      const body = JSON.stringify({ text: "Grüße 😀" });
      const first = await post(body, { "idempotency-key": "one" });
      expect(first.status).toBe(201);
      const receipt = (await first.json()) as { characters: number };
      expect(receipt.characters).toBe(7);
      expect(await (await post(body, { "idempotency-key": "one" })).json()).toEqual(receipt);
    });

    it("accepts a text of 99,999 characters in parts", async () => {
      const bytes = new TextEncoder().encode(JSON.stringify({ text: "世".repeat(99_999) }));
      const parts = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let from = 0; from < bytes.length; from += 10_000) {
            controller.enqueue(bytes.subarray(from, from + 10_000));
          }
          controller.close();
        },
      });
      expect(((await (await post(parts)).json()) as { characters: number }).characters).toBe(99_999);
    });

    it.each([
      ["", "application/json", 400, "missing-body"],
      ["{", "application/json", 400, "malformed-json"],
      ["{}", "text/plain", 415, "unsupported-media-type"],
      ["{}", "application/json", 422, "invalid-body"],
      [`{"text":"${"x".repeat(1_100_000)}"}`, "application/json", 413, "body-too-large"],
    ])("refuses the body %.10s as %s", async (body, type, status, code) => {
      const response = await post(body, { "content-type": type });
      expect([response.status, await codeOf(response)]).toEqual([status, code]);
    });

    it.skipIf(differences.hasNoEarlyAnswers)(
      "refuses a body over the limit without content-length",
      async () => {
        const start = head(
          `POST ${path}/knowledge-base`,
          `x-api-key: ${seeded.editor.key}`,
          "content-type: application/json",
          "transfer-encoding: chunked",
        );
        const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
        expect(await rawRequest(host().url, `${start}${chunk.repeat(20)}0\r\n\r\n`)).toMatch(
          /^HTTP\/1\.1 413 /,
        );
      },
    );

    it("keeps serving when a client disconnects in the middle of a body", async () => {
      const { hostname, port } = new URL(host().url);
      const socket = connect(Number(port), hostname);
      const key = `x-api-key: ${seeded.editor.key}`;
      const start = head(
        `POST ${path}/knowledge-base`,
        key,
        "content-type: application/json",
        "content-length: 50",
      );
      await new Promise<void>((resolve) => socket.write(`${start}{"te`, () => resolve()));
      socket.destroy();
      expect((await send("/post/acme")).status).toBe(200);
    });

    it.skipIf(differences.endsByLaterWork || differences.hasNoHandler)(
      "keeps serving when work after a response fails",
      async () => {
        expect(await (await fetch(`${host().url}/host/later`)).text()).toBe("Answered before");
        // After the failure, a runtime that ends does so before it accepts a new connection.
        await rawRequest(host().url, head(`GET ${path}/post/acme`));
        expect((await send("/post/acme")).status).toBe(200);
      },
    );

    const spread = { "x-spread-context": "1" };
    it("accepts a context that the host has spread", async () => {
      expect((await send("/post/acme/first", { headers: spread })).status).toBe(200);
      expect((await send("/post/acme", withKey("postern_nothing", spread))).status).toBe(401);
    });

    it("has a dashboard where a key is generated, used with the admin API, and revoked", async () => {
      await visitDashboard(host().url);
      const { posts } = (await (await send("/post/acme?sort=name")).json()) as { posts: { slug: string }[] };
      expect(posts.map(({ slug }) => slug)).toContain("from-ci");
    });

    it("knows the client's address, and blocks a client that sends too many invalid keys", async () => {
      // Workers read the address from this header. The other runtimes read it from the connection.
      const address = { "cf-connecting-ip": "192.0.2.99" };
      const attempt = (headers: Record<string, string>): Promise<Response> =>
        send("/post/acme", withKey("postern_nothing", { ...address, ...headers }));
      const first = differences.losesSpreadAddress ? {} : spread;
      const statuses: number[] = [];
      for (let count = 0; count < 32; count++) statuses.push((await attempt(first)).status);
      expect(statuses[0]).toBe(401);
      expect(statuses.at(-1)).toBe(429);
      expect((await attempt({})).status).toBe(429);
    });
  });
}
