import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { HattipHandler } from "@hattip/core";
import { type Awaitable, settle } from "../../lib/awaitable.ts";
import { inPhase } from "../../storage-drivers/in_phase.ts";
import { AnswersTogether } from "./answers_together.ts";
import { LazyRequest } from "./lazy_request.ts";
import { LightResponse } from "./light_response.ts";
import { NodeContext } from "./node_context.ts";
import { urlOf } from "./url_of.ts";

/**
 * Makes a listener for `node:http` of a HatTip handler. A path that is not its own is answered with 404. The requests that come in one turn of
 * the event loop are begun together at its end, each in its own asynchronous context.
 */
export function toRequestListener(
  handler: HattipHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    const context = toContext(incoming, outgoing);
    if (context === undefined) return;
    const exchange = { handler, context, incoming, outgoing };
    const scope = new AsyncResource("postern.Request");
    inPhase("begin", () => scope.runInAsyncScope(answer, undefined, exchange));
  };
}

/** Makes a middleware for Connect and Express of a HatTip handler. A path that is not its own goes on to `next`. */
export function toMiddleware(
  handler: HattipHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse, goOn: (error?: unknown) => void) => void {
  return (incoming, outgoing, goOn) => {
    const context = toContext(incoming, outgoing);
    if (context !== undefined) answer({ handler, context, incoming, outgoing, goOn });
  };
}

interface Exchange {
  handler: HattipHandler;
  context: NodeContext;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Called instead of an answer: when the request is none of the handler's own, or with the error of a handler that fails. */
  goOn?: (error?: unknown) => void;
}

const answersTogether = new AnswersTogether(fail);

/** What the handler is given; a request without an address is answered here, with 400. */
function toContext(incoming: IncomingMessage, outgoing: ServerResponse): NodeContext | undefined {
  const url = urlOf(incoming);
  if (url !== undefined) return new NodeContext(new LazyRequest(incoming, url), incoming, outgoing);
  outgoing.writeHead(400, { "content-type": "text/plain" }).end("Bad Request");
  return undefined;
}

function answer(exchange: Exchange): void {
  void settle(exchange, handle, send, fail);
}

function handle({ handler, context }: Exchange): Awaitable<Response> {
  return handler(context);
}

function send(response: Response | LightResponse, exchange: Exchange): void {
  const { context, outgoing, goOn } = exchange;
  try {
    if (context.isPassedOn && goOn !== undefined) goOn();
    else if (response instanceof LightResponse) answersTogether.add(response, exchange);
    else stream(response, outgoing).catch((error: unknown) => fail(error, exchange));
  } catch (error) {
    fail(error, exchange);
  }
}

function fail(error: unknown, { outgoing, goOn }: Exchange): void {
  if (goOn !== undefined) goOn(error);
  else outgoing.destroy(error instanceof Error ? error : undefined);
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
