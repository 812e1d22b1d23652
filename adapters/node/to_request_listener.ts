import { type IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { AdapterRequestContext, HattipHandler } from "@hattip/core";
import { basePathRule } from "../../lib/base_path.ts";
import { fields, type Place, rule } from "../../lib/check_options.ts";
import { incomingHandlerOf } from "../../lib/exchange/mod.ts";
import type { HandleIncoming, Outgoing } from "../../lib/http/mod.ts";
import { ProblemError } from "../../lib/problems/mod.ts";
import { problemHeaders, problemText } from "../problem_text.ts";
import { failureBody, failureHeaders, type OnError, reportError } from "../report_error.ts";
import type { Next } from "../serve_options.ts";
import { NodeIncoming, NodeTargets } from "./node_incoming.ts";

/** Options of {@link toRequestListener} and {@link toMiddleware}. */
export interface ListenerOptions {
  /** The API's `basePath`, for the `type` of problems that the listener itself sends. Default: none. */
  basePath?: string | undefined;
}

/**
 * Creates a listener for `node:http` from a HatTip handler. Returns 404 for paths that the handler passes on. If the handler throws, the
 * error goes to `console.error` and the response has status 500.
 *
 * Returns 400 for a request with two `Host` lines or an invalid `Host`. A target that is neither a path nor an http or https URL also gets
 * 400.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function toRequestListener(
  handler: HattipHandler,
  options: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  checkArguments("create the request listener", handler, options);
  return createNodeListener(handler, { basePath: options.basePath });
}

/**
 * Creates a middleware for Connect and Express from a HatTip handler. Calls `next` for paths that the handler passes on. Also calls `next`
 * for a target that is neither a path nor an http or https URL. A request with two `Host` lines or an invalid `Host` gets 400.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function toMiddleware(
  handler: HattipHandler,
  options: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse, next: (error?: unknown) => void) => void {
  checkArguments("create the middleware", handler, options);
  const { basePath = "" } = options;
  const targets = new NodeTargets();
  const responder = responderOf(handler);
  return (message, response, next) => {
    const target = targets.read(message);
    if (!(target instanceof ProblemError)) {
      const incoming = new NodeIncoming(message, target);
      void respondOrPass(responder, { incoming, response }, next);
    } else if (target.code === "malformed-path") next();
    else refuse(target, response, basePath);
  };
}

const handlerRule = rule("a function such as api.handler", (value) => typeof value === "function");
const optionsCheck = fields<ListenerOptions>({ basePath: basePathRule });

function checkArguments(action: Place["action"], handler: unknown, options: unknown): void {
  handlerRule(handler, { action, option: "handler" });
  optionsCheck(options, { action, option: "" });
}

/** Options of {@link createNodeListener}. */
interface NodeListenerOptions extends ListenerOptions {
  /** Receives the errors of the handler and of `next`. Default: `console.error`. */
  onError?: OnError | undefined;
  /** Responds to requests that the handler passes on. Default: sends the handler's 404. */
  next?: Next | undefined;
}

/** Creates a listener with a configurable error handler. */
export function createNodeListener(
  handler: HattipHandler,
  { basePath = "", onError, next }: NodeListenerOptions,
): (message: IncomingMessage, response: ServerResponse) => void {
  const targets = new NodeTargets();
  const responder = responderOf(handler);
  return (message, response) => {
    const target = targets.read(message);
    if (target instanceof ProblemError) {
      refuse(target, response, basePath);
      return;
    }
    const incoming = new NodeIncoming(message, target);
    respond(responder, { incoming, response }, next).catch((error: unknown) =>
      fail(error, { incoming, response }, onError),
    );
  };
}

/** A request and its response object. */
interface NodeExchange {
  incoming: NodeIncoming;
  response: ServerResponse;
}

async function respond(
  responder: Responder,
  { incoming, response }: NodeExchange,
  next: Next | undefined,
): Promise<void> {
  const outgoing = await responder(incoming, response);
  if (incoming.isPassedOn && next !== undefined) await writeResponse(await next(incoming.request), response);
  else await write(outgoing, response);
}

async function respondOrPass(
  responder: Responder,
  { incoming, response }: NodeExchange,
  next: (error?: unknown) => void,
): Promise<void> {
  try {
    const outgoing = await responder(incoming, response);
    if (incoming.isPassedOn) next();
    else await write(outgoing, response);
  } catch (error) {
    next(error);
  }
}

type Responder = (
  incoming: NodeIncoming,
  response: ServerResponse,
) => ReturnType<HandleIncoming> | Response | Promise<Response>;

/** Returns a function that gives the Node request to Postern's own handlers directly, and a platform `Request` to other handlers. */
function responderOf(handler: HattipHandler): Responder {
  return incomingHandlerOf(handler) ?? ((incoming, response) => handler(toContext({ incoming, response })));
}

/** Creates the context for a host's handler, with the platform's own `Request`. */
function toContext({ incoming, response }: NodeExchange): AdapterRequestContext {
  return {
    request: incoming.request,
    ip: incoming.address,
    platform: { name: "node", request: incoming.message, response },
    env: (name) => process.env[name],
    waitUntil: (promise) => void promise.catch(() => undefined),
    passThrough: () => void incoming.passOn(),
  };
}

/** Writes header lines and bytes without changes. */
async function write(outgoing: Outgoing | Response | undefined, response: ServerResponse): Promise<void> {
  if (outgoing === undefined) return;
  if (outgoing instanceof Response) {
    await writeResponse(outgoing, response);
    return;
  }
  const { status, headers, body } = outgoing;
  // A `writeHead` that a host's middleware has replaced may accept headers only as an object.
  const isNative = response.writeHead === ServerResponse.prototype.writeHead;
  response.writeHead(status, isNative ? headers.lines : headers.toRecord());
  if (body instanceof ReadableStream) await writeStream(body, response);
  else response.end(body === null ? undefined : Buffer.from(body.buffer, body.byteOffset, body.byteLength));
}

/** Writes the response of a host's handler. */
async function writeResponse({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (body === null) response.end();
  else await writeStream(body, response);
}

/** Writes a stream. A client that disconnects during the response is not a server error. */
async function writeStream(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), response).catch(() => undefined);
}

/** Responds with a problem and closes the connection. A proxy may have read the bytes as a different request. */
function refuse(problem: ProblemError, response: ServerResponse, basePath: string): void {
  const body = problemText(problem, basePath);
  response.writeHead(problem.status, { ...problemHeaders(problem, body), connection: "close" }).end(body);
}

function fail(error: unknown, { incoming, response }: NodeExchange, onError: OnError | undefined): void {
  reportError(error, () => incoming.request, onError);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(500, { ...failureHeaders }).end(failureBody);
}
