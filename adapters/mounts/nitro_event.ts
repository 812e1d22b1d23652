import type { IncomingMessage } from "node:http";
import { addressOf, type MountedRequest } from "./create_web_mount.ts";
import { ProblemError, readTarget } from "../../lib/http/mod.ts";
import { toBody } from "../node/to_body.ts";

/** The part of h3's event that the handler uses. */
export interface NitroEvent {
  /** The request in h3 2. */
  req?: unknown;
  /** The request in h3 1 on a runtime that is not Node. */
  web?: { request?: Request } | undefined;
  /** The request in h3 1. */
  node?: { req: NitroNodeRequest } | undefined;
  headers: Headers;
}

/** The part of a request to a Node server, or of its imitation on serverless platforms, that the handler uses. */
export interface NitroNodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  socket?: { remoteAddress?: string | undefined } | undefined;
}

type H3Request = Request & { ip?: string };

/** Returns the web request of an event. Returns undefined if its target is not a path, because the app responds then. */
export function toMountedRequest(event: NitroEvent): MountedRequest | undefined {
  if (isWebRequest(event.req)) return withAddress(event.req);
  if (event.web?.request) return { request: event.web.request };
  return event.node && fromNode(event.node.req, event.headers);
}

/** In h3 1, `event.req` is the Node request, whose headers are an object. */
function isWebRequest(request: unknown): request is H3Request {
  return typeof (request as Partial<H3Request> | undefined)?.headers?.get === "function";
}

function withAddress(request: H3Request): MountedRequest {
  return { request, ip: addressOf(() => request.ip) };
}

/** Creates a web request without h3's `toWebRequest`, so that this entry does not import h3. */
function fromNode(message: NitroNodeRequest, headers: Headers): MountedRequest | undefined {
  const { method = "GET", url = "/", originalUrl = url, body } = message as NitroNodeRequest & NodeParts;
  const read = readTarget(originalUrl, headers.get("host"));
  if (read instanceof ProblemError || !originalUrl.startsWith("/")) return undefined;
  const hasBody = method !== "GET" && method !== "HEAD";
  const init: RequestInit = { method, headers, duplex: "half" } as RequestInit;
  if (hasBody) init.body = body ?? toBody(message as IncomingMessage);
  return {
    request: new Request(read.origin + read.target, init),
    ip: addressOf(() => message.socket?.remoteAddress),
  };
}

/** The parts of a Node request that its types do not declare. */
interface NodeParts {
  /** The target before h3 removed the path of a router. */
  originalUrl?: string;
  /** The body on serverless platforms. */
  body?: BodyInit;
}
