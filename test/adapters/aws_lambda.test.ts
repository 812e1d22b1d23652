import { describe, expect, it } from "vitest";
import {
  type LambdaEvent,
  type LambdaEventAlb,
  type LambdaResult,
  toLambdaHandler,
} from "../../adapters/aws_lambda.ts";
import { permissions } from "../../lib/access/mod.ts";
import { type AdminActor, createPublicApi } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { eventKinds, type Sent, toEvent } from "./lambda_events.ts";

/** Returns the request that the adapter created from the event. */
const echo = {
  handler: async ({ request, ip }: { request: Request; ip: string }): Promise<Response> =>
    Response.json({
      url: request.url,
      method: request.method,
      ip,
      headers: [...request.headers],
      body: await request.text(),
    }),
};

interface Echo {
  url: string;
  method: string;
  ip: string;
  headers: [string, string][];
  body: string;
}

const send = async (event: LambdaEvent): Promise<Echo> =>
  JSON.parse((await toLambdaHandler(echo)(event)).body) as Echo;

describe.each(eventKinds)("the Lambda adapter, called by a %s", (kind) => {
  it("creates a request from the event, and leaves the event unchanged", async () => {
    const event = toEvent(kind, { target: "/a/b?x=1&x=2&y=%26%20z", headers: [["x-api-key", "k"]] });
    const before = structuredClone(event);
    const { url, method, ip, headers } = await send(deepFreeze(event));
    expect(event).toEqual(before);
    expect(new URL(url).pathname).toBe("/a/b");
    const all = [
      ["x", "1"],
      ["x", "2"],
      ["y", "& z"],
    ];
    // A load balancer without lists sends the last value.
    expect([...new URL(url).searchParams]).toEqual(kind === "load balancer" ? all.slice(1) : all);
    expect([method, ip]).toEqual(["GET", "192.0.2.7"]);
    expect(headers).toContainEqual(["x-api-key", "k"]);
  });

  it.each([
    "caf%C3%A9",
    "a%20b",
    "50%25",
    "%E6%97%A5",
    "a%3Fb",
    "a%23b",
    "a%5Cb",
    "a%00",
    "a%09b",
    "%20",
    "plain",
  ])("keeps the path %s", async (part) => {
    const { url } = await send(toEvent(kind, { target: `/post/${part}?q=1` }));
    const { pathname, search } = new URL(url);
    expect(decodeURIComponent(pathname)).toBe(`/post/${decodeURIComponent(part)}`);
    expect(search).toBe("?q=1");
  });

  it("reads a body in base64, byte by byte", async () => {
    const body = new TextEncoder().encode('{"text":"Grüße 😀"}');
    const event = toEvent(kind, { method: "POST", target: "/", body });
    expect((await send(event)).body).toBe('{"text":"Grüße 😀"}');
  });

  it("reads a body in plain text", async () => {
    const event = { ...toEvent(kind, { method: "POST", target: "/" }), body: "é", isBase64Encoded: false };
    expect((await send(event)).body).toBe("é");
  });

  it("shows that a header was sent twice", async () => {
    const headers = [
      ["x-api-key", "a"],
      ["x-api-key", "b"],
    ] as const;
    const { headers: seen } = await send(toEvent(kind, { target: "/", headers }));
    const sent = kind === "load balancer" ? /^b$/ : /^a, ?b$/;
    expect(seen.find(([name]) => name === "x-api-key")?.[1]).toMatch(sent);
  });

  it("returns every cookie, and binary bodies in base64", async () => {
    const handler = (): Response =>
      new Response(Uint8Array.of(0, 255, 128), {
        status: 201,
        headers: [
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
          ["content-type", "image/png"],
        ],
      });
    const result = await toLambdaHandler({ handler })(toEvent(kind, { target: "/" }));
    expect(result).toMatchObject({ statusCode: 201, body: "AP+A", isBase64Encoded: true });
    expect(cookiesOf(result)).toEqual(["a=1", "b=2"]);
    const hasLists = kind === "REST API" || kind === "load balancer with lists";
    expect(hasLists ? result.headers : result.multiValueHeaders).toBeUndefined();
    expect(result.statusDescription).toBe(kind.startsWith("load balancer") ? "201 Created" : undefined);
  });

  it("returns a text that is not UTF-8 in base64", async () => {
    const handler = (): Response =>
      new Response(Uint8Array.of(0x47, 0xfc), { headers: { "content-type": "Text/HTML; charset=latin1" } });
    const result = await toLambdaHandler({ handler })(toEvent(kind, { target: "/" }));
    expect(result).toMatchObject({ body: "R/w=", isBase64Encoded: true });
  });

  it.each(["acme.example/x", "user@acme.example", "acme.example?", "acme.example#", "acme.example\\x", ""])(
    "refuses the host %j, which would change the path",
    async (host) => {
      const event = toEvent(kind, { target: "/", headers: [["host", host]] });
      const { statusCode, body } = await toLambdaHandler(echo)(event);
      expect([statusCode, (JSON.parse(body) as { code: string }).code]).toEqual([400, "invalid-header"]);
    },
  );

  it("decodes each part of a query once", async () => {
    const target = "/a?q=a%2Bb+c%2520d%26e%23f%C3%BC&empty=&flag";
    const { searchParams } = new URL((await send(toEvent(kind, { target }))).url);
    expect([...searchParams]).toEqual([
      ["q", "a+b c%20d&e#fü"],
      ["empty", ""],
      ["flag", ""],
    ]);
  });

  it("returns 400 if the event is not a valid request", async () => {
    const event = toEvent(kind, { target: "/", headers: [["host", "a b"]] });
    const { statusCode, body } = await toLambdaHandler(echo)(event);
    expect([statusCode, (JSON.parse(body) as { code: string }).code]).toEqual([400, "invalid-header"]);
  });

  it.each([
    "/api/public/v1/../../../dashboard",
    "/api/public/v1/%2e%2E/v1/post/acme",
    "/api/public/v1/post/./acme",
    "/api/public/v1/post\\acme",
    "/api/public/v1/post/%5C",
    "/api/public/v1/post/%00",
  ])("passes the path %s on unchanged, and the API refuses it", async (path) => {
    const api = createPublicApi({ storage: memoryDriver() });
    const { statusCode, body } = await toLambdaHandler(api)(withPath(toEvent(kind, { target: "/" }), path));
    expect([statusCode, (JSON.parse(body) as { code: string }).code]).toEqual([400, "malformed-path"]);
  });

  it("finds a post whose path was decoded", async () => {
    const api = createPublicApi({ storage: memoryDriver() });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    await api.posts.create("acme", { name: "Grüße 😀" });
    const [post] = (await api.posts.list("acme")).posts;
    const event = withPath(toEvent(kind, { target: "/" }), `/api/public/v1/post/acme/${post?.slug}`);
    expect((await toLambdaHandler(api)(event)).statusCode).toBe(200);
  });

  it("ends a page of long posts before the largest result", async () => {
    const api = createPublicApi({ storage: memoryDriver() });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const html = '<p title="">""\n</p>'.repeat(most.result / 200);
    for (let number = 0; number < 6; number++)
      await api.posts.create("acme", { name: `Post ${number}`, html });
    const event = toEvent(kind, { target: "/api/public/v1/post/acme?limit=100&fields=slug,html" });
    const result = await toLambdaHandler(api)(event);
    expect(JSON.stringify(result).length).toBeLessThan(most.result);
    const body = Buffer.from(result.body, result.isBase64Encoded ? "base64" : "utf8").toString();
    const page = JSON.parse(body) as { posts: object[]; nextCursor: string | null };
    expect(page.posts.length).toBeGreaterThan(1);
    expect(page.nextCursor).not.toBeNull();
  });

  it("waits for work after the response, also if it fails", async () => {
    let isDone = false;
    const handler = ({ waitUntil }: { waitUntil: (promise: Promise<unknown>) => void }): Response => {
      waitUntil(new Promise<void>((resolve) => setImmediate(resolve)).then(() => (isDone = true)));
      waitUntil(Promise.reject(new Error("failed")));
      return new Response("");
    };
    await toLambdaHandler({ handler })(toEvent(kind, { target: "/" }));
    expect(isDone).toBe(true);
  });

  it("stores the counts of a request before it returns", async () => {
    const storage = slowDriver(memoryDriver(), 6);
    const api = createPublicApi({ storage, rateLimit: { perDay: 2 } });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "k" });
    const handler = toLambdaHandler(api);
    const actor: AdminActor = { userId, organizationSlug: "acme", permissions };
    /** Another instance sees only the records in the store. */
    const stored = async (): Promise<unknown> => {
      const { admin, events } = createPublicApi({ storage });
      const { days } = await admin.insight.daily(actor);
      const { queries } = await admin.search.listMissed(actor);
      const { usage } = await admin.apiKeys.usage(actor);
      await events.deliver();
      const reached = (await events.list("acme")).events.filter(({ type }) => type === "quota.reached");
      return {
        requests: sumOf(days.flatMap(({ requests }) => Object.values(requests))),
        missed: sumOf(queries.map(({ count }) => count)),
        refusals: sumOf(usage.flatMap((one) => one.days.map(({ refusals }) => refusals))),
        reached: reached.length,
      };
    };
    const send = async (target: string, headers: Sent["headers"] = []): Promise<number> =>
      (await handler(toEvent(kind, { target: `/api/public/v1${target}`, headers }))).statusCode;
    for (let number = 0; number < 3; number++) {
      expect(await send("/post/acme")).toBe(200);
      expect(await send("/search/acme?q=nothing")).toBe(200);
    }
    await Promise.all([1, 2, 3].map(async () => send("/search/acme?q=nothing")));
    for (const status of [200, 200, 429]) {
      expect(await send("/post/acme", [["x-api-key", key]])).toBe(status);
    }
    expect(await stored()).toEqual({ requests: 12, missed: 6, refusals: 1, reached: 1 });
  });

  it("refuses a stream of events, and names the way", async () => {
    const api = createPublicApi({ storage: slowDriver(memoryDriver(), 6) });
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    const { id: userId } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "k" });
    const send = async (accept: string): Promise<[number, unknown]> => {
      const headers = [["x-api-key", key] as const, ["accept", accept] as const];
      const event = toEvent(kind, { target: "/api/public/v1/events/acme", headers });
      const { statusCode, body } = await toLambdaHandler(api)(event);
      return [statusCode, JSON.parse(body)];
    };
    const [status, problem] = await send("text/event-stream");
    expect([status, problem]).toMatchObject([406, { code: "streams-unavailable" }]);
    expect(problem).toMatchObject({ detail: expect.stringContaining("Read pages") });
    expect(await send("application/json")).toMatchObject([200, { hasMore: false }]);
  });

  const isBalancer = kind.startsWith("load balancer");
  const most = isBalancer
    ? { text: 950_000, binary: 700_000, result: 1_048_576 }
    : { text: 6_000_000, binary: 4_500_000, result: 6_291_556 };
  it.each([
    ["text", "text/plain", "a", most.text - 2, 200],
    ["longer text", "text/plain", "a", most.text - 1, 507],
    ["text that JSON escapes", "text/plain", '"', most.binary, 200],
    ["longer text that JSON escapes", "text/plain", '"', most.binary + 1, 507],
    ["bytes", "application/pdf", "a", most.binary, 200],
    ["more bytes", "application/pdf", "a", most.binary + 1, 507],
    ["bytes without an end", "application/pdf", "a", Infinity, 507],
  ])(
    "sends a response that fits, and refuses others by name: %s",
    async (_name, type, text, length, status) => {
      let isCancelled = false;
      const piece = new TextEncoder().encode(text.repeat(500_000));
      let left = length;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          controller.enqueue(piece.slice(0, Math.min(piece.length, left)));
          left -= piece.length;
          if (left <= 0) controller.close();
        },
        cancel: () => void (isCancelled = true),
      });
      const handler = (): Response => new Response(body, { headers: { "content-type": type } });
      const result = await toLambdaHandler({ handler })(toEvent(kind, { target: "/" }));
      expect(result.statusCode).toBe(status);
      expect(result.body.includes("response-too-large")).toBe(status === 507);
      expect(JSON.stringify(result).length).toBeLessThan(most.result);
      expect(isCancelled).toBe(length === Infinity);
    },
  );

  it("passes other requests to the host", async () => {
    const handler = ({ passThrough }: { passThrough: () => void }): Response => {
      passThrough();
      return new Response("none", { status: 404 });
    };
    const event = toEvent(kind, { target: "/about" });
    const next = ({ url }: Request): Response => new Response(`own ${url}`);
    const result = await toLambdaHandler({ handler }, { next })(event);
    expect(result).toMatchObject({ statusCode: 200, body: "own https://api.acme.example/about" });
    expect(await toLambdaHandler({ handler })(event)).toMatchObject({ statusCode: 404, body: "none" });
  });
});

it("leaves a REST API's stage name in the path, as in the client's URL", async () => {
  const event = toEvent("REST API", { target: "/prod/a" });
  expect(new URL((await send({ ...event, path: "/a" })).url).pathname).toBe("/prod/a");
});

it("joins the cookies of format 2.0", async () => {
  const event = { ...toEvent("HTTP API", { target: "/" }), cookies: ["a=1", "b=2"] };
  expect((await send(event)).headers).toContainEqual(["cookie", "a=1; b=2"]);
});

describe("an event of a load balancer", () => {
  const event = toEvent("load balancer", { target: "/a" }) as LambdaEventAlb;
  const withHeaders = (headers: Record<string, string>): LambdaEvent => ({
    ...event,
    headers: { ...event.headers, ...headers },
  });

  it("has the scheme that the client used", async () => {
    expect((await send(withHeaders({ "x-forwarded-proto": "http" }))).url).toBe("http://api.acme.example/a");
  });

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["203.0.113.9,192.0.2.7:54321", "192.0.2.7:54321"],
    ["203.0.113.9, 2001:db8::7", "2001:db8::7"],
    ["", ""],
  ])("has the last address of X-Forwarded-For as the client's: %j", async (chain, address) => {
    expect((await send(withHeaders({ "x-forwarded-for": chain }))).ip).toBe(address);
  });

  it("counts the balancer among the trusted proxies", async () => {
    const api = createPublicApi({ storage: memoryDriver(), trustProxy: 2 });
    const options = {
      ...withHeaders({ "x-forwarded-for": "192.0.2.1, 198.51.100.2" }),
      httpMethod: "OPTIONS",
    };
    const { headers } = await toLambdaHandler(api)({ ...options, path: "/api/public/v1/post/acme" });
    expect(headers?.["x-client-address"]).toBe("192.0.2.1");
  });
});

it.each<[name: string, event: object]>([
  ["a VPC Lattice service", { version: "2.0", path: "/", method: "GET", headers: {}, requestContext: {} }],
  ["a WebSocket API", { requestContext: { routeKey: "$connect", connectionId: "a" }, headers: {} }],
  ["a schedule", { source: "aws.events", "detail-type": "Scheduled Event", detail: {} }],
  ["a queue", { Records: [] }],
])("fails by name for an event of %s", async (_name, event) => {
  await expect(toLambdaHandler(echo)(event as LambdaEvent)).rejects.toThrow("Cannot handle the event");
});

/** Returns the cookies of a result. A load balancer without lists has several spellings of the name. */
function cookiesOf({ cookies, multiValueHeaders, headers = {} }: LambdaResult): string[] | undefined {
  const spelled = Object.entries(headers).filter(([name]) => name.toLowerCase() === "set-cookie");
  return cookies ?? multiValueHeaders?.["set-cookie"] ?? spelled.map(([, cookie]) => cookie);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Returns the event with a path that the gateway has not resolved. */
function withPath(event: LambdaEvent, path: string): LambdaEvent {
  if ("rawPath" in event) return { ...event, rawPath: path };
  if ("elb" in event.requestContext) return { ...event, path };
  return { ...event, path, requestContext: { ...event.requestContext, path } };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
