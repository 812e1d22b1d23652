import type { Byline } from "../../base/text/author_names.ts";
import type { PatchOf } from "../../base/input/patch_of.ts";

/** Removes `author` beside `authors`, because `authors` take precedence. */
export function withOneByline<Fields extends PatchOf<Byline>>(fields: Fields): Fields {
  if (!Array.isArray(fields.authors) || typeof fields.author !== "string") return fields;
  const { author: _author, ...others } = fields;
  return others as Fields;
}

/** Removes the authors of a post if `changes` names authors. A change of `author` or `authors` replaces both fields. */
export function withoutChangedByline<Fields extends Byline>(
  fields: Fields,
  changes: PatchOf<Byline>,
): Fields {
  if ((changes.author ?? changes.authors ?? null) === null) return fields;
  const { author: _author, authors: _authors, ...others } = fields;
  return others as Fields;
}
