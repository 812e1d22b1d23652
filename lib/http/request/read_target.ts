import { BoundedMap } from "../../base/bounded_map.ts";
import { ProblemError } from "../problems/problem.ts";

/** Refuses a request with more than one Host header line (RFC 9112, section 3.2). */
export const twoHosts: ProblemError = new ProblemError(
  "invalid-header",
  "The request has several Host header lines. Send one",
  { isShared: true },
);

/** Refuses a request whose Host header makes its URL invalid. */
export const invalidHost: ProblemError = new ProblemError(
  "invalid-header",
  "The header Host must be a host name or an address, with or without a port",
  { isShared: true },
);

/** Refuses a request whose target is not a path. */
export const invalidTarget: ProblemError = new ProblemError(
  "malformed-path",
  "The request target must be a path that begins with /, or an http or https URL without a user name; neither has a fragment (#)",
  { isShared: true },
);

/** The target of a request (RFC 9112, section 3.2). */
export interface RequestTarget {
  /** Encoded path and query, beginning with a slash: `/api/public/v1/post/acme?limit=5`. */
  target: string;
  /** Origin of the request's URL. */
  origin: string;
}

/** Host of a request without the header `Host`, which HTTP/1.0 allows. */
const unnamedHost = "localhost";

/**
 * Reads a request target. Returns the reason to refuse the request if its path is not certain. With an invalid host, a URL can have a part of
 * the host in its path, or a part of the path as its host.
 *
 * @param url a path, or an http or https URL. Some runtimes give the path alone for a request without `Host`
 * @param host value of the header `Host`, or null without it
 */
export function readTarget(url: string, host: string | null): RequestTarget | ProblemError {
  if (host !== null && !isHost(host)) return host.includes(",") ? twoHosts : invalidHost;
  if (url.startsWith("/")) return { target: url, origin: `http://${host ?? unnamedHost}` };
  const parts = splitUrl(url);
  if (parts === undefined || !isHost(parts.authority)) return invalidTarget;
  return { target: parts.target, origin: `${parts.scheme}://${parts.authority}` };
}

/** Reads the target of a `Request`. Returns the reason to refuse the request if its path is not certain. */
export function requestTarget({
  url,
  headers,
}: Pick<Request, "url" | "headers">): RequestTarget | ProblemError {
  return readTarget(url, headers.get("host"));
}

/** Returns path and query of an http or https URL. Returns other texts unchanged. */
export function targetOf(url: string): string {
  return url.startsWith("/") ? url : (splitUrl(url)?.target ?? url);
}

/** Sets the URL of a request, because the platform would resolve a path that the API refuses, or gives the path alone. */
export function withUrl(request: Request, url: string): Request {
  return request.url === url ? request : Object.defineProperty(request, "url", { value: url });
}

/** Scheme, authority, and the rest. */
const absoluteForm = /^(https?):\/\/([^/?#\\]*)((?:[/?#\\].*)?)$/is;

/** The parts of an http or https URL. */
interface UrlParts {
  scheme: string;
  authority: string;
  /** Path, query and fragment, beginning with a slash. */
  target: string;
}

function splitUrl(url: string): UrlParts | undefined {
  const [, scheme, authority = "", rest = ""] = absoluteForm.exec(url) ?? [];
  if (scheme === undefined) return undefined;
  return { scheme: scheme.toLowerCase(), authority, target: rest.startsWith("/") ? rest : `/${rest}` };
}

const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Cache of validated hosts. Most requests share a few hosts. */
const knownHosts = new BoundedMap<boolean>(100);

/** Returns true for a host name or address, with or without a port. Returns false for text such as `user@host` or `host/path`. */
function isHost(text: string): boolean {
  const known = knownHosts.get(text);
  if (known !== undefined) return known;
  const isValid = hostForm.test(text) && URL.canParse(`http://${text}/`);
  if (text.length < 300) knownHosts.set(text, isValid);
  return isValid;
}
