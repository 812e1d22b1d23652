import type { IncomingMessage } from "node:http";
import { BoundedMap } from "../../lib/bounded_map.ts";
import { pathOf, ProblemError, refusalOf } from "../../lib/http/mod.ts";
import { invalidHost, twoHosts } from "../host_problems.ts";
import { hasTwoHosts } from "./has_two_hosts.ts";
import { splitAbsoluteForm } from "./origin_form.ts";

/** Maximum number of cached targets, and the longest target that is cached. */
const mostTargets = 10_000;
const longestTarget = 500;

const invalidTarget = new ProblemError(
  "malformed-path",
  "The request target must be a path that begins with /, or an http or https URL without a user name; neither has a fragment (#)",
  { isShared: true },
);

/** The host that was requested last, and the URLs of its targets: nearly all requests name the same host. */
let known: { host: string; urls: BoundedMap<string> } | undefined;

/** The URL of a request, or the reason to refuse it. A path that the API refuses stands in the URL as it was sent, for the API to judge. */
export function urlOf({
  url: target = "/",
  headers: { host = "localhost" },
  rawHeaders,
}: IncomingMessage): string | ProblemError {
  if (hasTwoHosts(rawHeaders)) return twoHosts;
  if (known?.host !== host) {
    if (!isHost(host)) return invalidHost;
    known = { host, urls: new BoundedMap(mostTargets) };
  }
  return known.urls.get(target) ?? toUrl(target, known);
}

/** Caches the URL, so that the same target gives the same string, whose hash later lookups need not compute again. */
function toUrl(target: string, { host, urls }: NonNullable<typeof known>): string | ProblemError {
  if (!target.startsWith("/")) return absoluteUrl(target);
  if (target.includes("#")) return invalidTarget;
  const url = join(`http://${host}`, target);
  if (target.length <= longestTarget) urls.set(target, url);
  return url;
}

/** The URL of a target in absolute form, whose host takes the place of the Host header's. */
function absoluteUrl(target: string): string | ProblemError {
  const parts = splitAbsoluteForm(target);
  if (parts === undefined || !isHost(parts.authority)) return invalidTarget;
  return join(`${parts.scheme}://${parts.authority}`, parts.target);
}

/** Joins origin and target. The URL parser may percent-encode characters of a path that is allowed; it would resolve a refused one. */
function join(origin: string, target: string): string {
  const url = origin + target;
  return isPlain(target) || refusalOf(pathOf(url)) !== undefined ? url : new URL(url).href;
}

/** Tells a host name or address, with or without a port, from text such as `user@host` or `host/path`. */
function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}/`);
}

/** Whether the URL parser would leave a target as it is. */
function isPlain(target: string): boolean {
  return /^[\w~%?=&+,:;@!$()*./-]*$/.test(target) && !/\/(?:\.|%2e)/i.test(target);
}
