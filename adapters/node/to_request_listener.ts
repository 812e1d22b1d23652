import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { HattipHandler } from "@hattip/core";
import { type Awaitable, settle } from "../../lib/awaitable.ts";
import { asComplete, problemAnswer, ProblemError } from "../../lib/http/mod.ts";
import { inPhase } from "../../storage-drivers/in_phase.ts";
import { AnswersTogether } from "./answers_together.ts";
import { LazyRequest } from "./lazy_request.ts";
import { LightResponse } from "./light_response.ts";
import { NodeContext } from "./node_context.ts";
import { urlOf } from "./url_of.ts";

/** Options of {@link toRequestListener} and {@link toMiddleware}. */
export interface ListenerOptions {
  /** The API's `basePath`, for the `type` of problems that the listener answers itself. Default: none. */
  basePath?: string | undefined;
}

/**
 * Makes a listener for `node:http` of a HatTip handler. A path that is not its own is answered with 404. The requests that come in one turn of
 * the event loop are begun together at its end, each in its own asynchronous context.
 *
 * A request with two `Host` lines, an invalid one, or a target that is neither a path nor an http or https URL gets 400.
 */
export function toRequestListener(
  handler: HattipHandler,
  { basePath = "" }: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    const context = toContext(incoming, outgoing);
    if (context instanceof ProblemError) return refuse(context, outgoing, basePath);
    const exchange = { handler, context, incoming, outgoing };
    const scope = new AsyncResource("postern.Request");
    inPhase("begin", () => scope.runInAsyncScope(answer, undefined, exchange));
  };
}

/**
 * Makes a middleware for Connect and Express of a HatTip handler. A path that is not its own goes on to `next`, as does a target that is
 * neither a path nor an http or https URL. A request with two `Host` lines, or an invalid one, gets 400.
 */
export function toMiddleware(
  handler: HattipHandler,
  { basePath = "" }: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse, goOn: (error?: unknown) => void) => void {
  return (incoming, outgoing, goOn) => {
    const context = toContext(incoming, outgoing);
    if (!(context instanceof ProblemError)) answer({ handler, context, incoming, outgoing, goOn });
    else if (context.code === "malformed-path") goOn();
    else refuse(context, outgoing, basePath);
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

/** The context for the handler, or the reason to refuse the request. */
function toContext(incoming: IncomingMessage, outgoing: ServerResponse): NodeContext | ProblemError {
  const url = urlOf(incoming);
  if (url instanceof ProblemError) return url;
  // The host of a target in absolute form takes the place of the header's (RFC 9112, section 3.2.2).
  const changed = incoming.url?.startsWith("/") === false ? { headers: { host: new URL(url).host } } : {};
  return new NodeContext(new LazyRequest(incoming, url, changed), incoming, outgoing);
}

/** Answers with a problem and closes the connection: the server in front may see another request there. */
function refuse(problem: ProblemError, outgoing: ServerResponse, basePath: string): void {
  const { status, headers, body } = asComplete(problemAnswer(problem, basePath));
  outgoing.writeHead(status, { ...headers.toRecord(), connection: "close" }).end(body);
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
