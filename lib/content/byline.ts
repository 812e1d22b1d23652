import type { Byline } from "../author_names.ts";

/** Removes the authors of a post if `changes` names authors. A change of `author` or `authors` replaces both fields. */
export function withoutChangedByline<Fields extends Byline>(fields: Fields, changes: Byline): Fields {
  if (changes.author === undefined && changes.authors === undefined) return fields;
  const { author: _author, authors: _authors, ...others } = fields;
  return others as Fields;
}
