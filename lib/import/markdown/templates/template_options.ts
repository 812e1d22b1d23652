import type { MarkdownNotes } from "../markdown_notes.ts";

/** Collaborators of the expansion of templates. */
export interface TemplateOptions {
  notes: MarkdownNotes;
  resolveLink: (target: string) => string | undefined;
}

/**
 * Returns the URL of a page of the source. Default: the last part of its path without date and extension, which is
 * usually the slug of the post.
 */
export function linkTo(
  target: string,
  { resolveLink }: TemplateOptions,
): { url: string; isResolved: boolean } {
  const [path = "", fragment] = target.split("#", 2);
  const found = path === "" ? "" : resolveLink(path);
  const parts = path.replace(/\/(?:_?index)?(?:\.\w+)?$/, "").split("/");
  const slug = (parts.at(-1) ?? "").replace(/\.\w{1,8}$/, "").replace(/^\d{4}-\d\d?-\d\d?-/, "");
  const url = `${found ?? slug}${fragment === undefined ? "" : `#${fragment}`}`;
  return { url, isResolved: found !== undefined };
}
