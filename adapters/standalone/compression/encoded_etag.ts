import type { Accepted, Encoding } from "./accepted_encoding.ts";

/** The ETag of an answer in a coding: other bytes, so another strong ETag (RFC 9110, section 8.8.1). */
export function encodedEtag(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `-${encoding}"`);
}

/** What a client has, in terms of the answers without coding. */
export interface Held {
  /** `If-None-Match` as the API understands it. */
  header: string;
  /** The ETag that the client has, by the API's own. */
  etags: ReadonlyMap<string, string>;
}

/**
 * Translates `If-None-Match`. A client that has the answer in any form that it still takes needs no other one, so each of
 * these ETags stands for the API's own.
 */
export function heldByClient(ifNoneMatch: string, { encodings, takesIdentity }: Accepted): Held {
  const etags = new Map<string, string>();
  const listed = ifNoneMatch.split(",").map((one) => one.trim());
  for (const held of listed) {
    const [, bare = "", encoding] = /^(?:W\/)?("[^"]*?)(?:-(br|gzip))?"$/.exec(held) ?? [];
    if (bare === "") continue;
    const isTaken = encoding === undefined ? takesIdentity : encodings.some((one) => one === encoding);
    const etag = `${bare}"`;
    if (isTaken && !etags.has(etag)) etags.set(etag, held.replace(/^W\//, ""));
  }
  const header = listed.includes("*") ? "*" : [...etags.keys()].join(", ");
  return { header, etags };
}

/** A list of ETags as the API knows them, without the marks of codings. */
export function withoutEncodings(list: string): string {
  return list.replaceAll(/-(?:br|gzip)"/g, '"');
}
