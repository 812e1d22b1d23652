import type { Byline } from "../author_names.ts";

/** Returns the fields that changes leave of a post's: a change of `author` or `authors` replaces both. */
export function withoutChangedByline<Fields extends Byline>(fields: Fields, changes: Byline): Fields {
  if (changes.author === undefined && changes.authors === undefined) return fields;
  const { author: _author, authors: _authors, ...others } = fields;
  return others as Fields;
}
