import { isPostSlug, type Posts, toSlug } from "../../../content/mod.ts";
import { untitled } from "./text_input.ts";

/** Maximum number of slugs that are tried for a title. */
export const mostSlugs = 1_000;
/** Number of slugs that are looked up together. */
const lookedUpAtOnce = 20;
/** Longest slug of a title in code units, without a number. */
const longestBase = 190;

/**
 * Lists the slugs of a title that no post has: the slug itself, and the slug with a number.
 *
 * @param post.own the slug of the post, which it may keep. Default: the post is new
 */
export async function* freeSlugs(
  posts: Posts,
  organizationSlug: string,
  { title, own }: { title: string; own?: string },
): AsyncGenerator<string> {
  const base = toSlug(title).slice(0, longestBase) || toSlug(untitled);
  for (let first = 1; first < mostSlugs; first += lookedUpAtOnce) {
    const slugs = Array.from({ length: lookedUpAtOnce }, (_, index) => first + index)
      .map((number) => (number === 1 ? base : `${base}-${number}`))
      .filter(isPostSlug);
    const taken = new Set((await posts.getHeads(organizationSlug, slugs)).map(({ slug }) => slug));
    yield* slugs.filter((slug) => slug === own || !taken.has(slug));
  }
}
