import type { IncomingMessage } from "node:http";
import { BoundedMap } from "../../lib/bounded_map.ts";

/** How many targets are remembered, and how long one may be to be. */
const mostTargets = 10_000;
const longestTarget = 500;

/** The host that was asked for last, and the addresses made of its targets: nearly all requests name the same host. */
let known: { host: string; urls: BoundedMap<string> } | undefined;

/** The request's address, or undefined when its target or its Host header make none. */
export function urlOf({
  url: target = "/",
  headers: { host = "localhost" },
}: IncomingMessage): string | undefined {
  if (known?.host !== host) {
    if (!isHost(host)) return undefined;
    known = { host, urls: new BoundedMap(mostTargets) };
  }
  return known.urls.get(target) ?? toUrl(target, known);
}

/** The same target becomes the same string: what later looks it up need not hash it again. */
function toUrl(target: string, { host, urls }: NonNullable<typeof known>): string | undefined {
  if (!target.startsWith("/")) return undefined;
  const url = `http://${host}${target}`;
  const normal = isPlain(target) ? url : normalized(url);
  if (normal !== undefined && target.length <= longestTarget) urls.set(target, normal);
  return normal;
}

function normalized(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined;
}

/** Whatever is no plain host and port is none: `a@b` is a user at a host, `a/b` a host and a path. */
function isHost(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}/`);
}

/** Whether the parser would leave a target as it is. */
function isPlain(target: string): boolean {
  return /^[\w~%?=&+,:;@!$()*./-]*$/.test(target) && !/\/(?:\.|%2e)/i.test(target);
}
