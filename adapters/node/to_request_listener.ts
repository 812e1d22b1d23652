import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { HattipHandler } from "@hattip/core";
import { type Awaitable, settle } from "../../lib/awaitable.ts";
import { basePathRule } from "../../lib/base_path.ts";
import { fields, type Place, rule } from "../../lib/check_options.ts";
import { asComplete, problemAnswer, ProblemError } from "../../lib/http/mod.ts";
import { acceptsLightRequests } from "../../lib/light_request.ts";
import { inPhase } from "../../storage-drivers/in_phase.ts";
import { failureBody, failureHeaders, type OnError, reportError } from "../report_error.ts";
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
 * Creates a listener for `node:http` that responds by a HatTip handler. A path of another handler gets a 404. If the handler throws, the
 * error goes to `console.error` and the response has status 500. Requests that come in one turn of the event loop start together at its end,
 * each in its own asynchronous context.
 *
 * A request with two `Host` lines, an invalid one, or a target that is neither a path nor an http or https URL gets 400.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 */
export function toRequestListener(
  handler: HattipHandler,
  options: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  checkArguments("create the request listener", handler, options);
  return createNodeListener(handler, { basePath: options.basePath });
}

/** Options of {@link createNodeListener}. */
interface NodeListenerOptions extends ListenerOptions {
  /** Receives the errors of the handler. Default: `console.error`. */
  onError?: OnError | undefined;
}

/** Creates the same listener, whose errors can go elsewhere. */
export function createNodeListener(
  given: HattipHandler,
  { basePath = "", onError }: NodeListenerOptions,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const handler = forNode(given);
  return (incoming, outgoing) => {
    const context = toContext(incoming, outgoing);
    if (context instanceof ProblemError) return refuse(context, outgoing, basePath);
    const exchange: Exchange = { handler, context, incoming, outgoing, onError };
    const scope = new AsyncResource("postern.Request");
    inPhase("begin", () => scope.runInAsyncScope(answer, undefined, exchange));
  };
}

/**
 * Makes a middleware for Connect and Express of a HatTip handler. A path that is not its own goes on to `next`, as does a target that is
 * neither a path nor an http or https URL. A request with two `Host` lines, or an invalid one, gets 400.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 */
export function toMiddleware(
  given: HattipHandler,
  options: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse, goOn: (error?: unknown) => void) => void {
  checkArguments("create the middleware", given, options);
  const { basePath = "" } = options;
  const handler = forNode(given);
  return (incoming, outgoing, goOn) => {
    const context = toContext(incoming, outgoing);
    if (!(context instanceof ProblemError)) answer({ handler, context, incoming, outgoing, goOn });
    else if (context.code === "malformed-path") goOn();
    else refuse(context, outgoing, basePath);
  };
}

const handlerRule = rule("a function such as api.handler", (value) => typeof value === "function");
const optionsCheck = fields<ListenerOptions>({ basePath: basePathRule });

function checkArguments(action: Place["action"], handler: unknown, options: unknown): void {
  handlerRule(handler, { action, option: "handler" });
  optionsCheck(options, { action, option: "" });
}

/** Prepares a handler for the contexts of this server: a handler of the host's gets the platform's classes. */
function forNode(handler: HattipHandler): Exchange["handler"] {
  if (acceptsLightRequests(handler)) return handler;
  return (context) => {
    context.usePlatformClasses();
    return handler(context);
  };
}

interface Exchange {
  handler: (context: NodeContext) => Awaitable<Response>;
  context: NodeContext;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  onError?: OnError | undefined;
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

function fail(error: unknown, { context, outgoing, goOn, onError }: Exchange): void {
  if (goOn !== undefined) {
    goOn(error);
    return;
  }
  reportError(error, context.request, onError);
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
  outgoing.writeHead(500, { ...failureHeaders }).end(failureBody);
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
