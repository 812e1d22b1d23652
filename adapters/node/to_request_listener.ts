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
    answer(handler, { incoming, outgoing }).catch((error: unknown) => {
      outgoing.destroy(error instanceof Error ? error : undefined);
    });
  };
}

/** Makes a middleware for Connect and Express of a HatTip handler. A path that is not its own goes on to `next`. */
export function toMiddleware(
  handler: HattipHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse, goOn: (error?: unknown) => void) => void {
  return (incoming, outgoing, goOn) => {
    answer(handler, { incoming, outgoing, next: () => goOn() }).catch((error: unknown) => goOn(error));
  };
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Called instead of an answer when the request is none of the handler's own. */
  next?: () => void;
}

async function answer(handler: HattipHandler, { incoming, outgoing, next }: Exchange): Promise<void> {
  const url = urlOf(incoming);
  if (url === undefined) {
    outgoing.writeHead(400, { "content-type": "text/plain" }).end("Bad Request");
    return;
  }
  let isPassedOn = false;
  const response = await handler({
    request: new LazyRequest(incoming, url) as unknown as Request,
    ip: incoming.socket.remoteAddress ?? "",
    platform: { name: "node", request: incoming, response: outgoing, Response: LightResponse },
    env: (name) => process.env[name],
    passThrough: () => (isPassedOn = true),
    waitUntil: (promise) => void promise.catch(() => undefined),
  });
  if (isPassedOn && next !== undefined) next();
  else await send(response, outgoing);
}

/** The request's address, or undefined when its target or its Host header make none. */
function urlOf({ url: target = "/", headers: { host = "localhost" } }: IncomingMessage): string | undefined {
  if (!target.startsWith("/")) return undefined;
  const url = `http://${host}${target}`;
  // Whatever is no plain host and port is looked at by the parser: `a@b` is a user at a host, `a/b` a host and a path.
  if (/^[\w.-]+(?::\d{1,5})?$/.test(host)) return URL.canParse(url) ? url : undefined;
  const isHost = URL.canParse(`http://${host}/`) && /^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host);
  return isHost && URL.canParse(url) ? url : undefined;
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  if (response instanceof LightResponse) {
    outgoing.writeHead(response.status, response.plainHeaders).end(response.content ?? undefined);
    return;
  }
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
