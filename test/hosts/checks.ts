import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createHmac } from "node:crypto";

/** A running host, with the content of `seed.js` of its page. */
export interface Host {
  /** Origin of the host, such as `http://127.0.0.1:3000`. */
  address: string;
  /** Sends a request to the host: `fetch`, unless the host has no socket. */
  send: (request: Request) => Promise<Response>;
  /** API key of the organization `acme`. */
  key: string;
  /** Link that signs a user in to the dashboard once. */
  link: string;
  webhookSecret: string;
  /** Path of a page of the host that Postern does not serve. */
  ownPage: string;
}

type Check = (host: Host) => Promise<void>;

const json = { "content-type": "application/json" };

/** The checks of every host, in the order of their numbers. */
export const checks: Readonly<Record<string, Check>> = {
  "list of posts": async (host) => {
    const { posts } = (await bodyOf(await read(host, "/post/acme?sort=name"))) as {
      posts: { slug: string }[];
    };
    equal(posts[0]?.slug, "hello");
  },
  "single post": async (host) => {
    const post = await bodyOf(await read(host, "/post/acme/hello"));
    deepEqual(post["faqEntries"], [{ question: "Is it open?", answer: "It is." }]);
    equal(post["url"], "https://acme.example/blog/hello");
  },
  "sitemap of the posts": async (host) => checkSitemap(host, "/post/acme/sitemap"),
  "sitemap of the site": async (host) => checkSitemap(host, "/sitemap/acme"),
  "knowledge base, with and without a key": async (host) => {
    const added = await addText(host, '{"text":"Grüße"}');
    equal(added.status, 201);
    equal((await bodyOf(added))["characters"], 5);
    const refused = await read(host, "/knowledge-base", { method: "POST", body: "{}", headers: json });
    equal(refused.status, 401);
    await checkProblem(await addText(host, "{"), 400);
  },
  "413 for a long body, with and without a length": async (host) => {
    const long = JSON.stringify({ text: "a".repeat(2 ** 20) });
    await checkProblem(await addText(host, long), 413);
    const stream = new Blob([long]).stream();
    await checkProblem(await addText(host, stream), 413);
  },
  "415 for a body of another type": async (host) => {
    await checkProblem(await addText(host, "<a/>", "application/xml"), 415);
  },
  HEAD: async (host) => {
    const head = await read(host, "/post/acme/hello", { method: "HEAD" });
    equal(head.status, 200);
    equal(await head.text(), "");
    match(head.headers.get("etag") ?? "", /^"/);
    match(head.headers.get("content-type") ?? "", /^application\/json/);
  },
  "OPTIONS of a preflight": async (host) => {
    const headers = {
      origin: "https://acme.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-api-key",
    };
    const preflight = await read(host, "/post/acme/hello", { method: "OPTIONS", headers });
    equal(preflight.status, 204);
    match(preflight.headers.get("access-control-allow-methods") ?? "", /GET/);
    match(preflight.headers.get("access-control-allow-headers") ?? "", /x-api-key/);
  },
  "405 with Allow": async (host) => {
    const refused = await read(host, "/post/acme", { method: "DELETE", headers: json });
    match(refused.headers.get("allow") ?? "", /GET/);
    await checkProblem(refused, 405);
  },
  "304 for the ETag": async (host) => {
    const etag = (await read(host, "/post/acme/hello")).headers.get("etag") ?? "";
    const again = await read(host, "/post/acme/hello", { headers: { "if-none-match": etag } });
    deepEqual([again.status, await again.text()], [304, ""]);
  },
  "OpenAPI document": async (host) => {
    const { openapi, servers } = (await bodyOf(await read(host, "/openapi.json"))) as {
      openapi: string;
      servers: { url: string }[];
    };
    match(openapi, /^3\.1/);
    match(servers[0]?.url ?? "", /\/content/);
  },
  "401 for an invalid key": async (host) => {
    const refused = await read(host, "/post/acme", { headers: { "x-api-key": "invalid" } });
    equal(refused.headers.get("www-authenticate"), "ApiKey");
    await checkProblem(refused, 401);
  },
  "404 as a problem": async (host) => {
    const problem = await checkProblem(await read(host, "/nowhere"), 404);
    equal(problem["code"], "path-not-found");
    match(String(problem["type"]), /^\/content\/api\/public\/v1\/docs\/problems#/);
  },
  "quota headers": async (host) => {
    const { headers } = await read(host, "/post/acme", { headers: { "x-api-key": host.key } });
    equal(headers.get("ratelimit-policy"), '"daily";q=2000;w=86400');
    match(headers.get("ratelimit") ?? "", /^"daily";r=1\d{3};t=\d+$/);
  },
  search: async (host) => {
    const { results } = (await bodyOf(await read(host, "/search/acme?q=open"))) as {
      results: { slug: string }[];
    };
    equal(results[0]?.slug, "hello");
  },
  "MCP initialize": checkMcp,
  feed: async (host) => checkText(host, "/feed/acme/rss.xml", /<rss[^]*Hello/),
  "llms.txt": async (host) => checkText(host, "/llms/acme", /^# Acme[^]*Hello/),
  "dashboard sign-in": checkSignIn,
  "dashboard style sheet": async (host) => {
    const page = await (await get(host, "/dashboard/sign-in")).text();
    const [, path = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const styles = await get(host, new URL(path, `${host.address}/dashboard/sign-in`).pathname);
    equal(styles.status, 200);
    match(styles.headers.get("content-type") ?? "", /^text\/css/);
    ok((await styles.text()).length > 1000);
  },
  "the host's own page": async (host) => {
    const page = await get(host, host.ownPage);
    equal(page.status, 200);
    equal(page.headers.get("access-control-expose-headers"), null);
    ok((await page.text()).length > 0);
  },
  "signed webhook, and a forged one": checkWebhook,
  "trailing slash": async (host) => {
    const post = await bodyOf(await read(host, "/post/acme/hello/"));
    equal(post["slug"], "hello");
  },
};

async function get({ address, send }: Host, path: string, init: RequestInit = {}): Promise<Response> {
  return send(new Request(address + path, init));
}

async function read(host: Host, path: string, init: RequestInit = {}): Promise<Response> {
  const send = async (): Promise<Response> =>
    get(host, `/content/api/public/v1${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
  try {
    return await send();
  } catch (error) {
    // A host may close the connection after it refused a streamed body. Clients then repeat the next request on a new connection.
    const { cause } = error as { cause?: { code?: string } };
    const isClosed = ["UND_ERR_SOCKET", "ECONNRESET"].includes(cause?.code ?? "");
    if (!isClosed || init.body instanceof ReadableStream) throw error;
    return send();
  }
}

async function addText(host: Host, body: string | ReadableStream, type?: string): Promise<Response> {
  const headers = { "x-api-key": host.key, "content-type": type ?? "application/json" };
  const isStream = typeof body !== "string";
  return read(host, "/knowledge-base", {
    method: "POST",
    headers,
    body,
    ...(isStream ? { duplex: "half" } : {}),
  });
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  ok(response.ok, `status ${response.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

async function checkProblem(response: Response, status: number): Promise<Record<string, unknown>> {
  const text = await response.text();
  equal(response.status, status, `status ${response.status}: ${text.slice(0, 200)}`);
  equal(response.headers.get("content-type"), "application/problem+json");
  const problem = JSON.parse(text) as Record<string, unknown>;
  equal(problem["status"], status);
  return problem;
}

async function checkText(host: Host, path: string, content: RegExp): Promise<void> {
  const response = await read(host, path);
  equal(response.status, 200);
  match(await response.text(), content);
}

async function checkSitemap(host: Host, path: string): Promise<void> {
  await checkText(host, path, /<urlset[^]*<loc>https:\/\/acme\.example\/blog\/hello<\/loc>/);
}

async function checkMcp(host: Host): Promise<void> {
  const clientInfo = { name: "probe", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const response = await read(host, "/mcp/acme", {
    method: "POST",
    headers: { ...json, accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
  });
  const text = await response.text();
  equal(response.status, 200, `status ${response.status}: ${text.slice(0, 200)}`);
  match(text, /"serverInfo"/);
}

/** Signs in with the link, as the form of a browser does, and opens the dashboard with the cookie. */
async function checkSignIn(host: Host): Promise<void> {
  const { address, link } = host;
  const { pathname, searchParams } = new URL(link);
  const shown = await get(host, pathname + new URL(link).search);
  const signedIn = await get(host, pathname, {
    method: "POST",
    body: new URLSearchParams({ token: searchParams.get("token") ?? "" }),
    // Browsers send it over http to a loopback address. Next.js calls this origin `localhost`, so `origin` alone is refused.
    headers: { origin: address, "sec-fetch-site": "same-origin", cookie: cookieOf(shown) },
    redirect: "manual",
  });
  equal(signedIn.status, 303, `status ${signedIn.status}: ${(await signedIn.text()).slice(0, 300)}`);
  const cookie = cookieOf(signedIn);
  const page = await get(host, "/dashboard/o/acme/posts", { headers: { cookie }, redirect: "manual" });
  equal(page.status, 200);
  match(await page.text(), /Hello/);
}

function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Sends an event as Postern does, then the same event with a signature of another secret. */
async function checkWebhook(host: Host): Promise<void> {
  equal(Math.floor((await sendWebhook(host, host.webhookSecret)) / 100), 2);
  const otherSecret = `whsec_${Buffer.from("another secret of 24 bytes").toString("base64")}`;
  equal(await sendWebhook(host, otherSecret), 400);
}

async function sendWebhook(host: Host, secret: string): Promise<number> {
  const timestamp = new Date().toISOString();
  const data = { id: 1, slug: "hello", revision: 2, name: "Hello" };
  const event = { type: "post.updated", timestamp, id: "evt_1", organization: "acme", sequence: 1, data };
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000);
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`evt_1.${seconds}.${body}`).digest("base64");
  const headers = {
    ...json,
    "webhook-id": "evt_1",
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
  return (await get(host, "/api/postern", { method: "POST", headers, body })).status;
}
