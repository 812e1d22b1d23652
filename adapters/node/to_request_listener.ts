import type { IncomingMessage, ServerResponse } from "node:http";
import type { HattipHandler } from "@hattip/core";
import { basePathRule } from "../../lib/base/base_path.ts";
import { fields, type Place, rule } from "../../lib/base/input/check_options.ts";
import { type AcceptedCodings, type Outgoing, ProblemError } from "../../lib/http/mod.ts";
import { failureBody, failureHeaders, type OnError, reportError } from "../serving/report_error.ts";
import {
  createNodeMount,
  type NodeMiddleware,
  refuse,
  type Responder,
  responderOf,
  toNodeMiddleware,
} from "./create_node_mount.ts";
import { NodeIncoming, readNodeTarget, readProbeTarget } from "./node_incoming.ts";

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
export function toMiddleware(handler: HattipHandler, options: ListenerOptions = {}): NodeMiddleware {
  checkArguments("create the middleware", handler, options);
  return toNodeMiddleware(createNodeMount([{ handler, root: undefined }], options.basePath));
}

const handlerRule = rule("a function such as api.handler", (value) => typeof value === "function");
const optionsCheck = fields<ListenerOptions>({ basePath: basePathRule });

function checkArguments(action: Place["action"], handler: unknown, options: unknown): void {
  handlerRule(handler, { action, option: "handler" });
  optionsCheck(options, { action, option: "" });
}

/** Follows a request from its headers to the end of its response. */
export interface RequestObserver {
  /** Content codings that the client accepts and {@link complete} applies. */
  readonly codings: AcceptedCodings | undefined;
  /** Completes a response before it is sent. */
  complete(outgoing: Outgoing): Promise<Outgoing>;
}

/** Options of {@link createNodeListener}. */
interface NodeListenerOptions extends ListenerOptions {
  /** Receives the errors of the handler and of `next`. Default: `console.error`. */
  onError?: OnError | undefined;
  /** Responds to requests that the handler passes on. Default: sends the handler's 404, as for a request that `next` does not respond to. */
  next?: Responder | undefined;
  /** Returns true for the target of a probe, which `next` responds to even if the header `Host` is invalid. Default: there are no probes. */
  isProbe?: ((target: string) => boolean) | undefined;
  /** Called with each request. Default: requests are not observed. */
  observe?: ((message: IncomingMessage, response: ServerResponse) => RequestObserver) | undefined;
}

/** Creates a listener with a configurable error handler. */
export function createNodeListener(
  handler: HattipHandler,
  { basePath = "", onError, next, isProbe, observe }: NodeListenerOptions,
): (message: IncomingMessage, response: ServerResponse) => void {
  const responder = responderOf(handler);
  return (message, response) => {
    const observer = observe?.(message, response);
    const read = readNodeTarget(message);
    const target = read instanceof ProblemError ? (readProbeTarget(message, isProbe) ?? read) : read;
    if (target instanceof ProblemError) {
      refuse(target, response, basePath);
      return;
    }
    const incoming = new NodeIncoming(message, response, target, observer?.codings);
    respond(incoming, { responder, next, observer }).catch((error: unknown) => {
      reportError(error, () => incoming.request, onError);
      fail(response);
    });
  };
}

interface Responders {
  responder: Responder;
  next: Responder | undefined;
  observer: RequestObserver | undefined;
}

async function respond(incoming: NodeIncoming, { responder, next, observer }: Responders): Promise<void> {
  const own = await responder(incoming);
  const outgoing = incoming.isPassedOn && next !== undefined ? ((await next(incoming)) ?? own) : own;
  if (outgoing === undefined) return;
  const isObserved = observer !== undefined && "about" in outgoing;
  await incoming.send(isObserved ? await observer.complete(outgoing) : outgoing);
}

function fail(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(500, { ...failureHeaders }).end(failureBody);
}
