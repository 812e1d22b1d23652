// A server that http.bench.ts measures, in a separate process on Node or Bun.
// - `postern SETTING POSTS [unlimited]`: The API from a store, with the runtime's adapter. `memory:` is filled first, with POSTS posts in
//   the sitemap. `unlimited` turns off the limit of failed attempts.
// - `bare FILE`: Only the responses in the file.
// - `hono FILE`: The same with Hono's routes.
// It prints one line of JSON: the port, and the keys if it has filled the store.
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { serve as serveHonoOnNode } from "@hono/node-server";
import { Hono } from "hono";
import { tuneCollector } from "../adapters/cli/serve/tune_collector.ts";
import { serve as serveOnBun } from "../adapters/bun.ts";
import { serve as serveOnNode } from "../adapters/node.ts";
import { createPublicApi } from "../lib/mod.ts";
import { openStorageDriver } from "../storage-drivers/open_storage_driver.ts";
import { seedForServing } from "./seed_for_serving.ts";

/** A response of Postern, for other servers to send. */
export interface PreparedAnswer {
  status: number;
  headers: Record<string, string>;
  /** The body in base64. */
  body: string;
}

interface BunRuntime {
  serve(options: { port: number; hostname: string; fetch: (request: Request) => unknown }): { port: number };
}

const bun = (globalThis as { Bun?: BunRuntime }).Bun;
const hostname = "127.0.0.1";
const emptyStatuses = new Set([204, 304]);

const [, , role = "", argument = "", sitemapPosts, failures] = process.argv;
if (role === "postern") await servePostern(argument);
else if (role === "bare") await serveBare(readAnswer(argument));
else await serveHono(readAnswer(argument));

async function servePostern(setting: string): Promise<void> {
  tuneCollector();
  const storage = await openStorageDriver(setting);
  const keys = setting === "memory:" ? await seedForServing(storage, Number(sitemapPosts)) : undefined;
  const api = createPublicApi(
    failures === "unlimited" ? { storage, rateLimit: { failures: false } } : { storage },
  );
  const serve = bun === undefined ? serveOnNode : serveOnBun;
  tell((await serve(api, { port: 0, hostname })).port, keys);
}

async function serveBare({ status, headers, body }: PreparedAnswer): Promise<void> {
  const bytes = Buffer.from(body, "base64");
  const content = emptyStatuses.has(status) ? null : bytes;
  if (bun !== undefined) {
    const fetch = async (request: Request): Promise<Response> => {
      if (request.method === "POST") await request.arrayBuffer();
      return new Response(content, { status, headers });
    };
    // A synchronous function is faster, so responses without a wait use one.
    const fetchBodiless = (): Response => new Response(content, { status, headers });
    return tell(bun.serve({ port: 0, hostname, fetch: status === 201 ? fetch : fetchBodiless }).port);
  }
  const answer = (outgoing: ServerResponse): void => void outgoing.writeHead(status, headers).end(bytes);
  const server = createServer((incoming, outgoing) => {
    if (incoming.method !== "POST") answer(outgoing);
    else incoming.resume().on("end", () => answer(outgoing));
  });
  server.listen(0, hostname, () => tell((server.address() as { port: number }).port));
}

async function serveHono({ status, headers, body }: PreparedAnswer): Promise<void> {
  const bytes = new Uint8Array(Buffer.from(body, "base64"));
  const content = emptyStatuses.has(status) ? null : bytes;
  const app = new Hono();
  const root = "/api/public/v1";
  const answer = (): Response => new Response(content, { status, headers });
  app.post(`${root}/knowledge-base`, async (context) => {
    await context.req.arrayBuffer();
    return answer();
  });
  app.get(`${root}/post/:organizationSlug`, answer);
  app.get(`${root}/post/:organizationSlug/sitemap`, answer);
  app.get(`${root}/post/:organizationSlug/:slug`, answer);
  app.get(`${root}/sitemap/:organizationSlug`, answer);
  const fetch = (request: Request): unknown => app.fetch(request);
  if (bun !== undefined) return tell(bun.serve({ port: 0, hostname, fetch }).port);
  serveHonoOnNode({ fetch: app.fetch, port: 0, hostname }, ({ port }) => tell(port));
}

function readAnswer(file: string): PreparedAnswer {
  return JSON.parse(readFileSync(file, "utf8")) as PreparedAnswer;
}

function tell(port: number, keys?: object): void {
  console.log(JSON.stringify({ port, keys }));
}
