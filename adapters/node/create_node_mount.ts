import type { IncomingMessage, ServerResponse } from "node:http";
import type { HattipHandler } from "@hattip/core";
import { type HandleIncoming, incomingHandlerOf, ProblemError } from "../../lib/http/mod.ts";
import { isAtRoot, type MountedHandler } from "../serving/mounted_handler.ts";
import { problemHeaders, problemText } from "../serving/problem_response.ts";
import { NodeIncoming, readNodeTarget } from "./node_incoming.ts";

/**
 * Responds to a request of `node:http`. Resolves to false, without a response, if the path belongs to the host.
 *
 * @param url the request target, if the host's framework has changed `message.url`
 */
export type NodeMount = (
  message: IncomingMessage,
  response: ServerResponse,
  url?: string,
) => Promise<boolean>;

/** A middleware for Connect and Express. */
export type NodeMiddleware = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Creates a function that gives a request to the first handler with its path.
 *
 * @param basePath the API's base path, for the `type` of problems
 */
export function createNodeMount(handlers: readonly MountedHandler[], basePath = ""): NodeMount {
  const parts = handlers.map(({ handler, root }) => ({ respond: responderOf(handler), root }));
  return async (message, response, url) => {
    const target = readNodeTarget(message, url);
    if (target instanceof ProblemError) {
      if (target.code === "malformed-path") return false;
      refuse(target, response, basePath);
      return true;
    }
    for (const { respond, root } of parts) {
      const incoming = new NodeIncoming(message, response, target);
      const outgoing = await respond(incoming);
      if (incoming.isPassedOn && !isAtRoot({ root }, target.target)) continue;
      if (outgoing !== undefined) await incoming.send(outgoing);
      return true;
    }
    return false;
  };
}

/** Creates a middleware that calls `next` for the host's paths, and for errors. */
export function toNodeMiddleware(mount: NodeMount): NodeMiddleware {
  return (incoming, outgoing, next) => {
    void passOn(mount(incoming, outgoing), next);
  };
}

async function passOn(isHandled: Promise<boolean>, next: (error?: unknown) => void): Promise<void> {
  try {
    if (!(await isHandled)) next();
  } catch (error) {
    next(error);
  }
}

/** Handles a Node request, and returns the response. */
export type Responder = (incoming: NodeIncoming) => ReturnType<HandleIncoming> | Response | Promise<Response>;

/** Returns a function that gives the Node request to Postern's own handlers directly, and a platform `Request` to other handlers. */
export function responderOf(handler: HattipHandler): Responder {
  return incomingHandlerOf(handler) ?? ((incoming) => handler(incoming.toContext()));
}

/** Responds with a problem and closes the connection. A proxy may have read the bytes as a different request. */
export function refuse(problem: ProblemError, response: ServerResponse, basePath: string): void {
  const body = problemText(problem, basePath);
  response.writeHead(problem.status, { ...problemHeaders(problem, body), connection: "close" }).end(body);
}
