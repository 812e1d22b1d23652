import { reasonOfFile } from "../files/skipped_file.ts";
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
 *
 * @param read returns the text of a file. It throws if the file cannot be read
 */
export async function relevantListPages(
  paths: readonly string[],
  read: (path: string) => Promise<string>,
): Promise<ConfigFile[]> {
  const relevant: ConfigFile[] = [];
  let length = 0;
  for (const path of paths) {
    const text = withoutBody(await read(path).catch(asUnknown));
    if (!isAboutOthers.test(text)) continue;
    length += path.length + text.length;
    if (length > maxLength) return [unknown];
    relevant.push({ path, text });
  }
  return relevant;
}

/** Restricts the posts below a list page that cannot be read. */
function asUnknown(error: unknown): string {
  reasonOfFile(error);
  return unknown.text;
}

function withoutBody(text: string): string {
  const start = text.slice(0, maxLength * 2);
  const end = [...start.matchAll(fence)][1];
  return end === undefined ? start : start.slice(0, end.index + end[0].length);
}
