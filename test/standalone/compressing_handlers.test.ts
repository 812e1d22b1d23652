import { get, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningServer, serve } from "../../adapters/node.ts";
import { compressing } from "../../adapters/standalone/compression/compressing.ts";

const words = "word ".repeat(1000);
let server: RunningServer | undefined;

afterEach(async () => server?.close());

async function ask(response: () => Response): Promise<IncomingMessage> {
  server = await serve({ handler: compressing(response) }, { port: 0 });
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
  it("compresses a streamed answer as it comes", async () => {
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
  ])("leaves %j as it is", async (headers) => {
    const answer = await ask(streamed(headers));
    expect(answer.headers["content-encoding"]).toBe(headers["content-encoding"]);
    expect(await text(answer)).toBe(words.repeat(10));
  });
});
