import { toBase64 } from "../../base/text/base64.ts";

/** A member of `If-Match` or `If-None-Match` (RFC 9110, section 8.8.3). */
export interface EntityTag {
  /** The tag with its quotes. */
  value: string;
  isWeak: boolean;
}

/** Maximum length of a list of entity tags. */
export const longestEntityTags = 8192;

/**
 * Parses a list of entity tags. Returns `*` for any tag, and null in place of a malformed member. A list without members, or one that is too
 * long, is malformed.
 */
export function readEntityTags(list: string): "*" | (EntityTag | null)[] {
  if (list.length > longestEntityTags) return [null];
  if (list.trim() === "*") return "*";
  const members = (list.match(memberForm) ?? [])
    .map((member) => member.trim())
    .filter((member) => member !== "");
  return members.length === 0 ? [null] : members.map(toEntityTag);
}

/** A member between commas. A tag can contain commas, but no escapes. */
const memberForm = /(?:"[^"]*"?|[^",])+/g;

function toEntityTag(text: string): EntityTag | null {
  const [, weak, value] = /^(W\/)?("[\x21\x23-\x7e\x80-\xff]*")$/.exec(text) ?? [];
  return value === undefined ? null : { value, isWeak: weak !== undefined };
}

/** Returns a strong ETag from the SHA-256 of a response's bytes. */
export function toEtag(digest: Uint8Array): string {
  const base64 = toBase64(digest.slice(0, 18));
  return `"${base64.replaceAll("+", "-").replaceAll("/", "_")}"`;
}
