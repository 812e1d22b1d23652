import { qualityValues } from "../../../lib/http/mod.ts";

/** A supported content coding, as in `Content-Encoding`. */
export type Encoding = "br" | "gzip";

/** The content codings that a client accepts (RFC 9110, section 12.5.3). */
export interface Accepted {
  /** Accepted codings, most preferred first. Equally preferred codings are ordered by size, smallest first. */
  encodings: readonly Encoding[];
  /** True if the client prefers a response without coding. */
  prefersIdentity: boolean;
  /** True if the client accepts a response without coding. */
  takesIdentity: boolean;
}

/** Without `Accept-Encoding`, the response is not encoded, so every client understands it. */
const identityOnly: Accepted = { encodings: [], prefersIdentity: true, takesIdentity: true };

/** Cache of parsed headers. Most requests have one of a few values. */
const known = new Map<string, Accepted>();
/** Maximum number of cached headers. */
const mostKnown = 100;

/** Reads `Accept-Encoding`. */
export function acceptedEncodings(header: string | undefined): Accepted {
  if (header === undefined) return identityOnly;
  const before = known.get(header);
  if (before !== undefined) return before;
  const accepted = parse(header);
  if (known.size < mostKnown) known.set(header, accepted);
  return accepted;
}

function parse(header: string): Accepted {
  const weights = new Map(qualityValues(header).map(({ name, weight }) => [name, weight]));
  const others = weights.get("*");
  const weightOf = (name: string): number => weights.get(name) ?? others ?? 0;
  const gzip = Math.max(weightOf("gzip"), weights.get("x-gzip") ?? 0);
  const ranked = (
    [
      ["br", weightOf("br")],
      ["gzip", gzip],
    ] as const
  ).filter(([, weight]) => weight > 0);
  const encodings = ranked.toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const identity = weights.get("identity") ?? (others === 0 ? 0 : undefined);
  const best = Math.max(0, ...ranked.map(([, weight]) => weight));
  return { encodings, prefersIdentity: (identity ?? 0) > best || best === 0, takesIdentity: identity !== 0 };
}

/** Text types, except event streams: compression would delay their events. */
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|xml|javascript|[\w.+-]+\+(?:json|xml))\b|image\/svg\+xml)/i;

/** True if compression makes a response smaller, and caches may transform it (RFC 9111, section 5.2.2.6). */
export function isCompressible(contentType: string | undefined, cacheControl: string | undefined): boolean {
  return compressible.test(contentType ?? "") && cacheControl?.includes("no-transform") !== true;
}
