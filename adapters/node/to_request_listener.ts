import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { HattipHandler } from "@hattip/core";
import { LazyRequest } from "./lazy_request.ts";
import { LightResponse } from "./light_response.ts";

/** Makes a listener for `node:http` of a HatTip handler. A path that is not its own is answered with 404. */
export function toRequestListener(
  handler: HattipHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    answer(handler, {
      incoming,
      outgoing,
      fail: (error) => void outgoing.destroy(error instanceof Error ? error : undefined),
    });
  };
}

/** Makes a middleware for Connect and Express of a HatTip handler. A path that is not its own goes on to `next`. */
export function toMiddleware(
  handler: HattipHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse, goOn: (error?: unknown) => void) => void {
  return (incoming, outgoing, goOn) => {
    answer(handler, { incoming, outgoing, next: () => goOn(), fail: goOn });
  };
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Called instead of an answer when the request is none of the handler's own. */
  next?: () => void;
  isPassedOn?: boolean;
  /** Called when the handler fails. */
  fail: (error: unknown) => void;
}

function answer(handler: HattipHandler, exchange: Exchange): void {
  const { incoming, outgoing, fail } = exchange;
  const url = urlOf(incoming);
  if (url === undefined) {
    outgoing.writeHead(400, { "content-type": "text/plain" }).end("Bad Request");
    return;
  }
  try {
    const answered = handler({
      request: new LazyRequest(incoming, url) as unknown as Request,
      ip: incoming.socket.remoteAddress ?? "",
      platform: { name: "node", request: incoming, response: outgoing, Response: LightResponse },
      env: environment,
      passThrough: () => (exchange.isPassedOn = true),
      waitUntil,
    });
    // What is there at once is sent at once: a promise costs more than it looks.
    if (answered instanceof Promise) answered.then((response) => send(response, exchange)).catch(fail);
    else send(answered, exchange);
  } catch (error) {
    fail(error);
  }
}

function send(response: Response | LightResponse, { isPassedOn, outgoing, next, fail }: Exchange): void {
  if (isPassedOn && next !== undefined) next();
  else if (response instanceof LightResponse) {
    outgoing.writeHead(response.status, response.plainHeaders).end(response.content ?? undefined);
  } else stream(response, outgoing).catch(fail);
}

function environment(name: string): string | undefined {
  return process.env[name];
}

function waitUntil(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}

/** The host that was looked at last: most requests name the same. */
let knownHost = "localhost";

/** The request's address, or undefined when its target or its Host header make none. */
function urlOf({ url: target = "/", headers: { host = "localhost" } }: IncomingMessage): string | undefined {
  if (!target.startsWith("/")) return undefined;
  if (host !== knownHost && !isHost(host)) return undefined;
  knownHost = host;
  const url = `http://${host}${target}`;
  if (isPlain(target)) return url;
  return URL.canParse(url) ? new URL(url).href : undefined;
}

/** Whatever is no plain host and port is none: `a@b` is a user at a host, `a/b` a host and a path. */
function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}/`);
}

/** Whether the parser would leave a target as it is. */
function isPlain(target: string): boolean {
  return /^[\w~%?=&+,:;@!$()*./-]*$/.test(target) && !/\/(?:\.|%2e)/i.test(target);
}

async function stream(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // A client that goes away in the middle of an answer is no error of ours.
  await pipeline(Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>), outgoing).catch(
    () => undefined,
  );
}
