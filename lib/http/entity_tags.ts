/** A member of `If-Match` or `If-None-Match` (RFC 9110, section 8.8.3). */
export interface EntityTag {
  /** The tag with its quotes. */
  value: string;
  isWeak: boolean;
}

/** Maximum length of a list of entity tags. */
export const longestEntityTags = 8192;

/** Parses a list of entity tags. Returns `*` for any tag, and null in place of a malformed member. A list that is too long is malformed. */
export function readEntityTags(list: string): "*" | (EntityTag | null)[] {
  if (list.length > longestEntityTags) return [null];
  return list.trim() === "*" ? "*" : list.split(",").map(toEntityTag);
}

function toEntityTag(text: string): EntityTag | null {
  const [, weak, value] = /^(W\/)?("[\x21\x23-\x7e]*")$/.exec(text.trim()) ?? [];
  return value === undefined ? null : { value, isWeak: weak !== undefined };
}
