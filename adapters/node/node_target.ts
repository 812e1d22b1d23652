import type { IncomingMessage } from "node:http";
import { splitTarget, targetRefusal } from "../../lib/http/mod.ts";
import { ProblemError } from "../../lib/problems/mod.ts";
import { invalidHost, twoHosts } from "../host_problems.ts";
import { splitAbsoluteForm } from "./origin_form.ts";

/** The target of a request, and the origin that its URL begins with. */
export interface NodeTarget {
  /** Path and query, as a URL has them. A path in a refused form stands as it was sent. */
  target: string;
  origin: string;
  /** The host of a target in absolute form; undefined where the `Host` header counts. */
  host: string | undefined;
}

const invalidTarget = new ProblemError(
  "malformed-path",
  "The request target must be a path that begins with /, or an http or https URL without a user name; neither has a fragment (#)",
  { isShared: true },
);

/** Reads the targets of requests (RFC 9112, section 3.2). */
export class NodeTargets {
  /** The last valid `Host` header: nearly all requests have the same. */
  #host: string | undefined;

  /** Returns the target of a request, or the reason to refuse it. */
  read({ url = "/", headers, rawHeaders }: IncomingMessage): NodeTarget | ProblemError {
    if (hasTwoHosts(rawHeaders)) return twoHosts;
    const { host = "localhost" } = headers;
    if (host !== this.#host) {
      if (!isHost(host)) return invalidHost;
      this.#host = host;
    }
    if (!url.startsWith("/")) return absoluteTarget(url);
    if (url.includes("#")) return invalidTarget;
    const origin = `http://${host}`;
    return { target: normalized(origin, url), origin, host: undefined };
  }
}

function absoluteTarget(url: string): NodeTarget | ProblemError {
  const parts = splitAbsoluteForm(url);
  if (parts === undefined || !isHost(parts.authority)) return invalidTarget;
  const origin = `${parts.scheme}://${parts.authority}`;
  return { target: normalized(origin, parts.target), origin, host: new URL(origin).host };
}

/** The URL parser may percent-encode characters of a path that is allowed; it would resolve a refused one. */
function normalized(origin: string, target: string): string {
  if (isPlain(target) || targetRefusal(splitTarget(target).path) !== undefined) return target;
  const { pathname, search } = new URL(origin + target);
  return pathname + search;
}

/** Tells a host name or address, with or without a port, from text such as `user@host` or `host/path`. */
function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}/`);
}

/** Whether the URL parser would leave a target as it is. */
function isPlain(target: string): boolean {
  return /^[\w~%?=&+,:;@!$()*./-]*$/.test(target) && !/\/(?:\.|%2e)/i.test(target);
}

/**
 * Whether a request has more than one Host header line (RFC 9112, section 3.2). Node keeps the first and hides the others.
 *
 * @param rawHeaders names and values in turn, as `node:http` has them
 */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let isFound = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || (name !== "Host" && name.toLowerCase() !== "host")) continue;
    if (isFound) return true;
    isFound = true;
  }
  return false;
}
