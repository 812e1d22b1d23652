import { weightedItems } from "../../../lib/weighted_items.ts";

/** A content coding that we make, as it stands in `Content-Encoding`. */
export type Encoding = "br" | "gzip";

/** What a client takes (RFC 9110, section 12.5.3). */
export interface Accepted {
  /** The codings that it takes, the one it likes best first; of equally liked ones the smaller. */
  encodings: readonly Encoding[];
  /** Whether it likes an answer without coding better than any with one. */
  prefersIdentity: boolean;
  /** Whether it takes an answer without coding at all. */
  takesIdentity: boolean;
}

/** A client that says nothing is sent what every client understands. */
const identityOnly: Accepted = { encodings: [], prefersIdentity: true, takesIdentity: true };

/** Most requests come with one of a few values. */
const known = new Map<string, Accepted>();
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
  const weights = new Map(weightedItems(header).map(({ name, weight }) => [name, weight]));
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

/** Types that are text, but for events, which are to come one by one. */
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|xml|javascript|[\w.+-]+\+(?:json|xml))\b|image\/svg\+xml)/i;

/** Whether an answer becomes smaller by compression, and may be changed on its way (RFC 9111, section 5.2.2.6). */
export function isCompressible(contentType: string | undefined, cacheControl: string | undefined): boolean {
  return compressible.test(contentType ?? "") && cacheControl?.includes("no-transform") !== true;
}
