import { toName, toNames } from "../name.ts";
import type { PostInput } from "../content/mod.ts";

/** Replaces the names of authors. Names that the map does not contain stay. */
export function renameAuthors(input: PostInput, names: Readonly<Record<string, string>>): PostInput {
  const renamed = new Map(Object.entries(names).map(([from, to]) => [toName(from), to]));
  const rename = (name: string): string => renamed.get(toName(name)) ?? name;
  return {
    ...input,
    ...(input.author !== undefined && { author: rename(input.author) }),
    ...(input.authors && { authors: toNames(input.authors.map(rename)) }),
  };
}
