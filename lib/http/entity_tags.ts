/** A member of `If-Match` or `If-None-Match` (RFC 9110, section 8.8.3). */
export interface EntityTag {
  /** With its quotes. */
  value: string;
  isWeak: boolean;
}

/** Reads a list of entity tags: `*` for any, null in place of a member that is malformed. */
export function readEntityTags(list: string): "*" | (EntityTag | null)[] {
  return list.trim() === "*" ? "*" : list.split(",").map(toEntityTag);
}

function toEntityTag(text: string): EntityTag | null {
  const [, weak, value] = /^(W\/)?("[\x21\x23-\x7e]*")$/.exec(text.trim()) ?? [];
  return value === undefined ? null : { value, isWeak: weak !== undefined };
}
