import type { ConfigFile } from "./read_site_config.ts";

/** Maximum length of front matter, and of all list pages together, in characters. */
const maxLength = 65_536;
/** Front matter that is also about the pages below. */
const isAboutOthers = /cascade|draft|expirydate|unpublishdate/i;
const fence = /^(?:---.{0,10}|\+\+\+)\s*$/gm;

/** Stands for list pages that are too long to read. */
const unknown: ConfigFile = { path: "_index.md", text: "---\ncascade:\n  visibility: unknown\n---" };

/**
 * Returns the front matter of the list pages that say something about the pages below them. If it is too long, all posts
 * are restricted, because a part of them may not be public.
 */
export function relevantListPages(pages: readonly ConfigFile[]): ConfigFile[] {
  const relevant = pages
    .map(({ path, text }) => ({ path, text: withoutBody(text) }))
    .filter(({ text }) => isAboutOthers.test(text));
  const length = relevant.reduce((sum, { path, text }) => sum + path.length + text.length, 0);
  return length > maxLength ? [unknown] : relevant;
}

function withoutBody(text: string): string {
  const start = text.slice(0, maxLength * 2);
  const end = [...start.matchAll(fence)][1];
  return end === undefined ? start : start.slice(0, end.index + end[0].length);
}
