import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../lib/api/client/mod.ts";
import { clientOf, errorOf } from "./client_of.ts";
import {
  answer,
  type Behaviour,
  breakOff,
  garbage,
  hang,
  HostileServer,
  json,
  problem,
  reset,
  stall,
} from "./hostile_server.ts";

const list = json({ posts: [], nextCursor: null });
const receipt = json({ id: "a", organizationSlug: "acme", createdAt: "", characters: 1 }, 201);
const html: Behaviour = answer(502, { "content-type": "text/html; charset=utf-8" }, "<h1>Bad gateway</h1>");

let server: HostileServer;
beforeEach(async () => {
  server = await HostileServer.start();
});
afterEach(() => server.close());

describe("the client's retries", () => {
  it.each<[name: string, failure: Behaviour]>([
    ["a connection that is reset", reset],
    ["what is no HTTP", garbage],
    ["a body that breaks off", breakOff],
    ["a proxy's page", html],
    ["408", answer(408)],
    ["500", problem("internal-error", 500)],
    ["503", problem("store-unavailable", 503)],
    ["504", answer(504)],
    ["429", problem("burst-exceeded", 429)],
  ])("send a request again after %s, with doubled waits", async (_name, failure) => {
    const { client, waits } = clientOf(server.url);
    server.will(failure, failure, list);
    expect((await client.listPosts()).data).toEqual({ posts: [], nextCursor: null });
    expect([server.seen.length, waits]).toEqual([3, [250, 500]]);
    server.will(failure);
    const error = await errorOf(client.listPosts());
    expect(server.seen).toHaveLength(3);
    expect(error.message).toMatch(/^Cannot get http:\/\/127.0.0.1:\d+\/api\/public\/v1\/post\/acme: /);
  });

  it.each<[name: string, failure: Behaviour]>([
    ["never answers", hang],
    ["stops in the middle of the body", stall],
  ])("send a request again if a server %s", async (_name, failure) => {
    let sent = 0;
    const count = (request: Request): Promise<Response> => (sent++, fetch(request));
    const { client, waits } = clientOf(server.url, { timeoutMs: 50, fetch: count });
    server.will(failure);
    const error = await errorOf(client.listPosts());
    expect(error).toMatchObject({ code: "timeout", message: expect.stringContaining("within 50 ms") });
    expect([error.status, sent, waits]).toEqual([undefined, 3, [250, 500]]);
  });

  it("use the response of the attempt after a timeout", async () => {
    const answers = [new Promise<Response>(() => undefined), Response.json({ posts: [], nextCursor: null })];
    const fetch = async (): Promise<Response> => answers.shift() ?? Response.error();
    const { client } = clientOf("https://acme.example", { timeoutMs: 500, fetch });
    expect((await client.listPosts()).data.posts).toEqual([]);
    expect(answers).toEqual([]);
  });

  it.each<[name: string, failure: Behaviour, code: string]>([
    ["400", problem("invalid-parameter", 400), "invalid-parameter"],
    ["401", problem("revoked-key", 401), "revoked-key"],
    ["404", problem("post-not-found", 404), "post-not-found"],
    ["501", answer(501), "http-error"],
    ["a success that is a page", answer(200, { "content-type": "text/html" }, "<p>"), "invalid-answer"],
    ["half of the JSON", answer(200, { "content-type": "application/json" }, '{"posts":['), "invalid-answer"],
    ["JSON of another kind", json(null), "invalid-answer"],
    ["other JSON", json({ ok: true }), "invalid-answer"],
    ["204", answer(204), "invalid-answer"],
    ["304 that was not asked for", answer(304), "redirected"],
  ])("do not send a request again after %s", async (_name, failure, code) => {
    const { client, waits } = clientOf(server.url);
    server.will(failure);
    expect((await errorOf(client.listPosts())).code).toBe(code);
    expect([server.seen.length, waits]).toEqual([1, []]);
  });

  it.each<[name: string, retryAfter: (now: number) => string, wait: number]>([
    ["seconds", () => "7", 7250],
    ["0 seconds", () => "0", 250],
    ["a date", (now) => new Date(now + 7000).toUTCString(), 7250],
    ["a date that has passed", (now) => new Date(now - 7000).toUTCString(), 250],
    ["what is neither", () => "soon", 250],
    ["decimal seconds", () => "7.5", 250],
    ["negative seconds", () => "-7", 250],
  ])("wait for the time in Retry-After: %s", async (_name, retryAfter, wait) => {
    for (const [code, status] of [
      ["store-unavailable", 503],
      ["burst-exceeded", 429],
    ] as const) {
      const { client, waits, clock } = clientOf(server.url);
      server.will(problem(code, status, { "retry-after": retryAfter(clock.now()) }), list);
      await client.listPosts();
      expect(waits).toEqual([wait]);
    }
  });

  it.each(["soon", "7.5", "-7", "7 s", "3000-01-01", ""])(
    "do not take %j for a Retry-After",
    async (value) => {
      server.will(problem("store-unavailable", 503, { "retry-after": value }));
      const { client } = clientOf(server.url, { maxAttempts: 1 });
      expect((await errorOf(client.listPosts())).retryAfterSeconds).toBeUndefined();
    },
  );

  it("do not wait beyond the time budget, and report the requested wait", async () => {
    const { client, waits } = clientOf(server.url, { timeBudgetMs: 10_000 });
    server.will(problem("quota-exceeded", 429, { "retry-after": "43210", ratelimit: '"daily";r=0;t=43210' }));
    const error = await errorOf(client.listPosts());
    expect(error).toMatchObject({ code: "quota-exceeded", status: 429, retryAfterSeconds: 43_210 });
    expect([server.seen.length, waits]).toEqual([1, []]);
    server.will(problem("store-unavailable", 503, { "retry-after": "6" }));
    await errorOf(client.listPosts());
    expect([server.seen.length, waits]).toEqual([2, [6250]]);
  });

  it("have random waits from the given source", async () => {
    for (const [byte, wait] of [
      [0, 0],
      [255, (500 * 255) / 256],
    ] as const) {
      const { client, waits } = clientOf(server.url, { randomBytes: () => Uint8Array.of(byte) });
      server.will(reset, list);
      await client.listPosts();
      expect(waits).toEqual([wait]);
    }
  });

  it.each([1, 2, 10])("send a request at most %d times", async (maxAttempts) => {
    const { client, waits } = clientOf(server.url, { maxAttempts, timeBudgetMs: 3_600_000 });
    server.will(reset);
    expect((await errorOf(client.getPost("hello"))).code).toBe("network-failure");
    expect(server.seen).toHaveLength(maxAttempts);
    expect(Math.max(0, ...waits)).toBeLessThanOrEqual(4000);
  });

  it("send an added text again with the same idempotency key", async () => {
    const { client } = clientOf(server.url);
    server.will(reset, problem("store-unavailable", 503), receipt);
    expect((await client.addKnowledge("x")).data.id).toBe("a");
    const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(Array.from({ length: 3 }, () => "80".repeat(16)));
    expect(new Set(server.seen.map(({ body }) => body))).toEqual(new Set(['{"text":"x"}']));
    server.will(reset, receipt);
    await client.addKnowledge("x", { idempotencyKey: "mine" });
    expect(server.seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["mine", "mine"]);
  });

  it.each<[name: string, failure: Behaviour]>([
    ["a reset", reset],
    ["429", problem("burst-exceeded", 429, { "retry-after": "1" })],
    ["503", problem("store-unavailable", 503, { "retry-after": "1" })],
  ])("never resend an added text without an idempotency key: %s", async (_name, failure) => {
    const { client } = clientOf(server.url);
    server.will(failure);
    await errorOf(client.addKnowledge("x", { idempotencyKey: false }));
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.headers).not.toHaveProperty("idempotency-key");
  });

  it("measure the time without the system's clock, which Next.js refuses in a prerendered page", async () => {
    const now = vi.spyOn(Date, "now");
    const client = createClient({
      baseUrl: "https://acme.example",
      organizationSlug: "acme",
      fetch: () => {
        expect(now).not.toHaveBeenCalled();
        return Promise.resolve(Response.json({ posts: [], nextCursor: null }));
      },
    });
    await client.listPosts();
    now.mockRestore();
  });
});
