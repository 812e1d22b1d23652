import { withoutDate } from "../../paths/page_path.ts";
import type { MarkdownNotes } from "../markdown_notes.ts";

/** Collaborators of the expansion of templates. */
export interface TemplateOptions {
  notes: MarkdownNotes;
  resolveLink: (target: string) => string | undefined;
}

/**
 * Returns the URL of a page of the source. Default: {@link slugInPath}.
 */
export function linkTo(
  target: string,
  { resolveLink }: TemplateOptions,
): { url: string; isResolved: boolean } {
  const [path = "", fragment] = target.split("#", 2);
  const found = path === "" ? "" : resolveLink(path);
  const url = `${found ?? slugInPath(path)}${fragment === undefined ? "" : `#${fragment}`}`;
  return { url, isResolved: found !== undefined };
}

/** Returns the last part of a path without date and extension, which is usually the slug of a post. */
export function slugInPath(path: string): string {
  const parts = path.replace(/\/(?:_?index)?(?:\.\w+)?$/, "").split("/");
  return withoutDate((parts.at(-1) ?? "").replace(/\.\w{1,8}$/, ""));
}

const block = /^<(?:iframe|figure)\b/;

/**
 * Returns HTML that replaces a tag, with an empty line behind it if it is a block and the next line has text. Without the
 * line, that text would be HTML and no Markdown.
 */
export function asBlock(html: string, text: string, end: number): string {
  return block.test(html) && /^\n[^\n]/.test(text.slice(end, end + 2)) ? `${html}\n` : html;
}
