import { readEntityTags } from "../../../lib/http/mod.ts";
import type { Accepted, Encoding } from "./accepted_encoding.ts";

/** Returns the ETag of an encoded response. Different bytes need a different strong ETag (RFC 9110, section 8.8.1). */
export function encodedEtag(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `-${encoding}"`);
}

/** The client's ETags, mapped to those of responses without coding. */
export interface Held {
  /** `If-None-Match` with the API's own ETags. */
  header: string;
  /** Maps the API's ETags to the client's ETags. */
  etags: ReadonlyMap<string, string>;
}

/**
 * Translates `If-None-Match`. A cached response in any coding that the client still accepts counts as current, so its ETag is replaced by
 * the API's own.
 */
export function heldByClient(ifNoneMatch: string, { encodings, takesIdentity }: Accepted): Held {
  const etags = new Map<string, string>();
  const tags = readEntityTags(ifNoneMatch);
  if (tags === "*") return { header: tags, etags };
  for (const tag of tags) {
    const [held = "", bare = "", encoding] = /^("[^"]*?)(?:-(br|gzip))?"$/.exec(tag?.value ?? "") ?? [];
    if (bare === "") continue;
    const isTaken = encoding === undefined ? takesIdentity : encodings.some((one) => one === encoding);
    const etag = `${bare}"`;
    if (isTaken && !etags.has(etag)) etags.set(etag, held);
  }
  return { header: [...etags.keys()].join(", "), etags };
}

/** Replaces encoded ETags in a list with the API's own ETags. */
export function withoutEncodings(list: string): string {
  return list.replaceAll(/-(?:br|gzip)"/g, '"');
}
