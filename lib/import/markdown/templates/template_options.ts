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
