import { InvalidInputError } from "../../base/errors.ts";
import type { MarkdownDialect } from "./markdown_dialect.ts";

export interface PostContent {
  html: string;
  /** The Markdown that the HTML was made from. Default: the post was written as HTML. */
  markdown?: string;
  /** The dialect from which the HTML was rendered. Default: unknown, because the caller gave the HTML. Editors use `editor`. */
  markdownDialect?: MarkdownDialect;
}

/** Returns the content of an input. */
export function contentIn({ html = "", markdown, markdownDialect }: Partial<PostContent>): PostContent {
  if (markdown === undefined) return { html };
  return markdownDialect === undefined ? { html, markdown } : { html, markdown, markdownDialect };
}

/** @throws {InvalidInputError} if an input has Markdown but no HTML, because this layer does not convert Markdown */
export function requireHtml({ html, markdown }: Partial<PostContent>, action: string): void {
  if (markdown === undefined || html !== undefined) return;
  const message = "is required with markdown. To convert Markdown, use markdownToPost or api.admin.posts";
  throw new InvalidInputError(action, [{ pointer: "/html", message }]);
}
