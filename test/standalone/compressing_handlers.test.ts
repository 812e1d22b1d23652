import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { buffer, text } from "node:stream/consumers";
import { brotliDecompressSync, createGunzip } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { exportRecords, importRecords } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { type ListeningServer, startListening } from "../../adapters/node/start_listening.ts";
import { createNodeListener } from "../../adapters/node/to_request_listener.ts";
import { Compressor } from "../../adapters/standalone/compressor.ts";
import { createObserver } from "../../adapters/standalone/observation.ts";
import {
  type ComposableHandler,
  emptyResponse,
  finish,
  PreparedResponse,
  type ResponseSurface,
  toComposableHandler,
} from "../../lib/http/mod.ts";

const words = "word ".repeat(1000);
let server: ListeningServer | undefined;

afterEach(async () => server?.close());

async function start(handler: ComposableHandler): Promise<string> {
  const log = { hasRequests: false, request: () => undefined };
  const compressor = new Compressor(1_000_000);
  const observe = createObserver({ log, metrics: undefined, compressor, serverTiming: false });
  server = await startListening(createNodeListener(handler, { observe }), { port: 0 });
  return server.url;
}

async function ask(response: () => PreparedResponse, ofSurface: object = {}): Promise<IncomingMessage> {
  const surface: ResponseSurface = {
    hasEtags: false,
    completeHeaders: (headers) => headers,
    toProblemResponse: ({ status }) => emptyResponse(status),
    ...ofSurface,
  };
  const match = { surface, route: { path: "" } };
  const handler = toComposableHandler((incoming) =>
    finish(response(), { incoming, match, now: 0, about: { route: undefined } }, { caller: null }),
  );
  const request = get(await start(handler), { headers: { "accept-encoding": "br, gzip" }, agent: false });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return answer;
}

/** An answer that comes in parts. */
function streamed(headers: Record<string, string>): () => PreparedResponse {
  return () => {
    const body = new ReadableStream<string>({
      start(controller) {
        for (let part = 0; part < 10; part++) controller.enqueue(words);
        controller.close();
      },
    });
    return new PreparedResponse({ status: 200, headers, body: body.pipeThrough(new TextEncoderStream()) });
  };
}

describe("compression of any handler", () => {
  it("compresses a streamed response in chunks", async () => {
    const answer = await ask(
      streamed({ "content-type": "text/plain", etag: '"1"', "content-length": "50000" }),
    );
    expect(answer.headers).toMatchObject({
      "content-encoding": "gzip",
      etag: '"1-gzip"',
      vary: "accept-encoding",
    });
    expect(answer.headers["content-length"]).toBeUndefined();
    expect(await text(answer.pipe(createGunzip()))).toBe(words.repeat(10));
  });

  it.each([
    { "content-type": "text/plain", "cache-control": "public, no-transform" },
    { "content-type": "image/png" },
    { "content-type": "text/event-stream" },
    { "content-type": "text/plain", "content-encoding": "zstd" },
    { "content-type": "text/plain", etag: '"1"', "x-surface": "hasSecrets" },
  ])("does not compress %j", async ({ "x-surface": flag = "", ...headers }: Record<string, string>) => {
    const answer = await ask(streamed(headers), { [flag]: true });
    expect(answer.headers["content-encoding"]).toBe(headers["content-encoding"]);
    expect(await text(answer)).toBe(words.repeat(10));
  });
});

describe("responses with the same ETag", () => {
  /** A draft of an organization in a store of its own: its id is 1, whichever organization it is. */
  async function draftOf(slug: string): Promise<ReturnType<typeof exportRecords>> {
    const storage = memoryDriver();
    const api = createPublicApi({ storage });
    await api.organizations.create({ slug, name: slug, siteUrl: `https://${slug}.example` });
    await api.posts.create(slug, { name: "Plan", status: "draft", html: `<p>${slug} ${words}</p>` });
    return exportRecords(storage);
  }

  async function keyOf(api: PublicApi, organizationSlug: string): Promise<string> {
    const { id: userId } = await api.users.create({ name: "Ann" });
    await api.users.addToOrganization(userId, { organizationSlug, role: "owner" });
    const { key } = await api.apiKeys.generate({ organizationSlug, userId, name: "Test" });
    return key;
  }

  it("are compressed separately, for concurrent and for successive requests", async () => {
    const storage = memoryDriver();
    await importRecords(storage, await draftOf("acme"));
    await importRecords(storage, await draftOf("other"));
    const api = createPublicApi({ storage, adminApi: true });
    const keys = [await keyOf(api, "acme"), await keyOf(api, "other")];
    const url = `${await start(api.handler)}/api/admin/v1/posts/plan`;
    const read = async (key: string): Promise<{ etag: string | undefined; html: string }> => {
      const request = get(url, { headers: { "accept-encoding": "br", "x-api-key": key }, agent: false });
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      const { html } = JSON.parse(brotliDecompressSync(await buffer(answer)).toString()) as { html: string };
      return { etag: answer.headers.etag, html: html.slice(0, 10) };
    };

    const together = await Promise.all(keys.map(read));
    const [acme, other] = together;
    expect(together.map(({ html }) => html)).toEqual(["<p>acme wo", "<p>other w"]);
    expect(acme?.etag).toBe(other?.etag);
    for (const [index, key] of [...keys, ...keys].entries()) {
      expect(await read(key)).toEqual(together[index % 2]);
    }
  });
});
