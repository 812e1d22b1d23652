import { once } from "node:events";
import { type IncomingMessage, request, type RequestOptions } from "node:http";
import { describe, expect, it } from "vitest";
import { serve } from "../../adapters/node.ts";
import type { Served } from "../../adapters/serving/serve_options.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";

/** Serves a handler of the host until the test ends, and returns the URL. */
async function start(handler: Served["handler"], options: Served["options"] = {}): Promise<string> {
  const server = await serve({ handler, options }, { port: 0 });
  releaseAfterUse(() => server.close());
  return server.url;
}

type Look = (request: Request) => unknown;

/** Returns the request as a handler of the host sees it. */
async function see(look: Look, init: RequestInit): Promise<unknown> {
  const handler = async ({ request }: { request: Request }): Promise<Response> =>
    Response.json(await settled(look, request));
  return (await fetch(await start(handler), init)).json();
}

async function settled(look: Look, request: Request): Promise<unknown> {
  try {
    return { answer: await look(request) };
  } catch (error) {
    return { thrown: (error as Error).name };
  }
}

async function firstChunk({ body }: Request): Promise<string> {
  const { value } = (await body?.getReader().read()) ?? {};
  return new TextDecoder().decode(value);
}

async function throughStream({ body }: Request): Promise<string> {
  return new Response(body?.pipeThrough(new TransformStream())).text();
}

const post = { method: "POST", body: "Hello", headers: { "content-type": "text/plain" } };
const looks: Record<string, Look> = {
  "the text": async (request) => [request.bodyUsed, await request.text(), request.bodyUsed],
  "the stream": async (request) => [request.bodyUsed, await firstChunk(request), request.bodyUsed],
  "the stream twice": (request) => [request.body === request.body, request.body === null],
  "the stream, then the text": async (request) => [
    request.body?.locked,
    await request.text(),
    request.bodyUsed,
  ],
  "the stream, then a clone": async (request) => {
    const { locked } = request.body as ReadableStream;
    const clone = request.clone();
    return [locked, await clone.text(), await firstChunk(request), request.bodyUsed];
  },
  "the text after the stream was read": async (request) => [await firstChunk(request), await request.text()],
  "the text after the stream was read and let go": async (request) => [
    await throughStream(request),
    await request.text(),
  ],
  "the signal after the stream was read and let go": async (request) => [
    await throughStream(request),
    request.signal.aborted,
    request.body?.locked,
    request.bodyUsed,
  ],
  "the text while the stream is locked": async (request) => [
    request.body?.getReader() === undefined,
    await request.text(),
  ],
  "the signal while the stream is locked": (request) => [
    request.body?.getReader() === undefined,
    request.signal.aborted,
    request.bodyUsed,
  ],
  "a clone after the stream was read": async (request) => [await firstChunk(request), request.clone().method],
  "the signal after the stream was read": async (request) => [
    await firstChunk(request),
    request.signal.aborted,
    request.bodyUsed,
    request.body?.locked,
    request.headers.get("content-type"),
  ],
  "whether it is used after it was cancelled": async (request) => [
    await request.body?.cancel(),
    request.bodyUsed,
  ],
};

describe("a request to the Node server", () => {
  it.each(Object.entries(looks))("looks like a platform request: %s", async (_name, look) => {
    const expected = await settled(look, new Request("http://localhost", post));
    expect(await see(look, post)).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it("is the platform's own", async () => {
    const look: Look = (request) => {
      request.headers.set("content-type", "text/html");
      return [
        Object.getPrototypeOf(request) === Request.prototype,
        new Request(request).headers.get("content-type"),
      ];
    };
    expect(await see(look, post)).toEqual({ answer: [true, "text/html"] });
  });

  it("has no body if its method has no body", async () => {
    const look: Look = async (request) => [
      request.body,
      request.bodyUsed,
      await request.text(),
      request.body,
    ];
    const expected = await settled(look, new Request("http://localhost"));
    expect(await see(look, {})).toEqual(expected);
  });
});

describe("a request that cannot be a Request", () => {
  const send = async (url: string, options: RequestOptions): Promise<number | undefined> => {
    const sent = request(url, { ...options, agent: false });
    sent.end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  it("returns 500 from a handler of the host, and does not end the server", async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const url = await start(() => new Response("Hello"), { onError });
    expect(await send(url, { method: "TRACE" })).toBe(500);
    expect(errors).toMatchObject([{ message: expect.stringContaining("TRACE") }]);
    expect(await send(url, {})).toBe(200);
  });

  it("returns 400 for an empty Host, also as the first request", async () => {
    const url = await start(() => new Response("Hello"));
    expect(await send(url, { setHost: false, headers: { host: "" } })).toBe(400);
    expect(await send(url, {})).toBe(200);
  });
});
