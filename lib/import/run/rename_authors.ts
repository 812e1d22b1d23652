import { toName, toNames } from "../../base/text/name.ts";
import type { PostInput } from "../../content/mod.ts";

/** Returns a map of the names of authors, by their names in the source in the form of `toName`. */
export function authorMap(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).map(([from, to]) => [toName(from), to]));
}

/** Replaces the names of authors. Names that the map does not contain stay. */
export function renameAuthors(input: PostInput, renamed: ReadonlyMap<string, string>): PostInput {
  const rename = (name: string): string => renamed.get(toName(name)) ?? name;
  return {
    ...input,
    ...(input.author !== undefined && { author: rename(input.author) }),
    ...(input.authors && { authors: toNames(input.authors.map(rename)) }),
  };
}
