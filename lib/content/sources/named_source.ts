import type { CheckedSource, PostFilter, PostPage, PostQuery } from "./content_source.ts";

/** Filters with a single name, which a source compares itself. */
const namedFilters = ["section", "tag", "author"] as const;

/** Lists posts of a host by names in either form. */
export async function listNamed(
  source: Pick<CheckedSource, "listPosts">,
  organizationSlug: string,
  query: PostQuery,
): Promise<PostPage> {
  const list = (form: PostQuery): Promise<PostPage> => source.listPosts(organizationSlug, form);
  return inEitherForm(query, list, ({ posts, next }) => posts.length > 0 || next !== null);
}

/** Queries a source by names in Unicode form NFC, and then by their form NFD, which its own names may have, if it finds nothing. */
export async function inEitherForm<Filter extends PostFilter, Found>(
  filter: Filter,
  find: (form: Filter) => Promise<Found>,
  isAny: (found: Found) => boolean,
): Promise<Found> {
  const found = await find(filter);
  const other = { ...filter };
  for (const name of namedFilters) {
    const decomposed = filter[name]?.normalize("NFD");
    if (decomposed !== undefined) other[name] = decomposed;
  }
  const isSame = namedFilters.every((name) => other[name] === filter[name]);
  return isSame || isAny(found) ? found : find(other);
}

/** Returns names in Unicode form NFC, and those in form NFD that differ. */
export function inBothForms(names: readonly string[]): string[] {
  return [...new Set([...names, ...names.map((name) => name.normalize("NFD"))])];
}
