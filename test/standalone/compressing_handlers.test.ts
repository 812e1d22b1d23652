import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { buffer, text } from "node:stream/consumers";
import { brotliDecompressSync, createGunzip } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { exportRecords, importRecords } from "../../lib/moving/transfer/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { type RunningServer, serve } from "../../adapters/node.ts";
import {
  incomingHandlerOf,
  toComposableHandler,
  type HandleIncoming,
  HeaderList,
  type Outgoing,
} from "../../lib/http/mod.ts";
import { compressing } from "../../adapters/standalone/compression/compressing.ts";

const words = "word ".repeat(1000);
let server: RunningServer | undefined;

afterEach(async () => server?.close());

function toOutgoing({ status, headers, body }: Response): Outgoing {
  return { status, headers: HeaderList.of(Object.fromEntries(headers)), body, about: { route: undefined } };
}

async function ask(response: () => Response): Promise<IncomingMessage> {
  server = await serve(
    { handler: toComposableHandler(compressing(() => toOutgoing(response()))) },
    { port: 0 },
  );
  const request = get(server.url, { headers: { "accept-encoding": "br, gzip" }, agent: false });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return answer;
}

/** An answer that comes in parts. */
function streamed(headers: Record<string, string>): () => Response {
  return () => {
    const body = new ReadableStream<string>({
      start(controller) {
        for (let part = 0; part < 10; part++) controller.enqueue(words);
        controller.close();
      },
    });
    return new Response(body.pipeThrough(new TextEncoderStream()), { headers });
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
  ])("does not compress %j", async (headers) => {
    const answer = await ask(streamed(headers));
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
    const handle = incomingHandlerOf(api.handler) as HandleIncoming;
    server = await serve({ handler: toComposableHandler(compressing(handle)) }, { port: 0 });
    const url = `${server.url}/api/admin/v1/posts/plan`;
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
