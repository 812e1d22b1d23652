import type { PostInput } from "../content/mod.ts";

/** Replaces the names of authors. Names that the map does not contain stay. */
export function renameAuthors(input: PostInput, names: Readonly<Record<string, string>>): PostInput {
  const rename = (name: string): string => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);
  const renamed = { ...input };
  if (input.author !== undefined) renamed.author = rename(input.author);
  if (input.authors !== undefined) renamed.authors = [...new Set(input.authors.map(rename))];
  return renamed;
}
