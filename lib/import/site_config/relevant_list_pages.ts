import type { ConfigFile } from "./read_site_config.ts";

/** Maximum length of front matter, and of all list pages together, in characters. */
const maxLength = 65_536;
/** Front matter that is also about the pages below. */
const isAboutOthers = /cascade|draft/i;
const fence = /^(?:---.{0,10}|\+\+\+)\s*$/gm;

/**
 * Returns the front matter of the list pages that say something about the pages below them. If it is too long, all posts
 * become drafts, because a part of them may not be public.
 */
export function relevantListPages(pages: readonly ConfigFile[]): ConfigFile[] {
  const relevant = pages
    .map(({ path, text }) => ({ path, text: withoutBody(text) }))
    .filter(({ text }) => isAboutOthers.test(text));
  const length = relevant.reduce((sum, { path, text }) => sum + path.length + text.length, 0);
  return length > maxLength ? [{ path: "_index.md", text: "---\ndraft: true\n---" }] : relevant;
}

function withoutBody(text: string): string {
  const start = text.slice(0, maxLength * 2);
  const end = [...start.matchAll(fence)][1];
  return end === undefined ? start : start.slice(0, end.index + end[0].length);
}
