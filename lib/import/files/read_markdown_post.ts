import { MarkdownError } from "../markdown/mod.ts";
import type { MarkdownUpload, ReadPost } from "../text_work/mod.ts";
import { FrontMatterError } from "../front_matter/front_matter.ts";
import { markdownToPost } from "./markdown_to_post.ts";

/** Reads a post from a Markdown file. For invalid front matter and Markdown that is too long, returns the reason as text that a worker can send. */
export function readMarkdownPost({ markdown, slug, ...options }: MarkdownUpload): ReadPost {
  try {
    return { post: markdownToPost(markdown, slug, options) };
  } catch (error) {
    if (error instanceof FrontMatterError || error instanceof MarkdownError)
      return { refused: error.message };
    throw error;
  }
}
