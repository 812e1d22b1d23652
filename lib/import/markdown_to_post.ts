import MarkdownIt from "markdown-it";
import type { PostInput } from "../content/mod.ts";
import { splitFrontMatter } from "./front_matter.ts";

/** Which name in the front matter gives which field of the post. */
const fields: Readonly<Record<string, keyof PostInput>> = {
  title: "name",
  slug: "slug",
  description: "description",
  image: "image",
  author: "author",
  tags: "tags",
  section: "articleSection",
  language: "inLanguage",
  translations: "translations",
  free: "isAccessibleForFree",
  status: "status",
  publishedAt: "publishedAt",
  createdAt: "createdAt",
  updatedAt: "updatedAt",
};

const markdown = new MarkdownIt({ html: true });

/** Makes HTML of Markdown: CommonMark with tables. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

/**
 * Makes a post's input of a Markdown file (CommonMark with tables) with front matter in YAML, TOML or JSON. Names in the front matter
 * that mean no field of a post are passed over. The result is as good as the file: validate it by creating the post.
 *
 * @param text the file's content
 * @param slug the slug when the front matter names none: the file's name without its ending
 * @throws {FrontMatterError} when the front matter cannot be read
 *
 * @example
 * ```ts
 * import { markdownToPost } from "postern/import";
 *
 * markdownToPost("---\ntitle: Hello\n---\n## Why?\n\nBecause.", "hello");
 * // { slug: "hello", name: "Hello", html: "<h2>Why?</h2>\n<p>Because.</p>\n" }
 * ```
 */
export function markdownToPost(text: string, slug: string): PostInput {
  const { data, body } = splitFrontMatter(text);
  const known = Object.entries(data).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field === undefined || value === null ? [] : [[field, value]];
  });
  const input = Object.fromEntries(known) as Partial<PostInput>;
  return { slug, name: slug, ...input, html: renderMarkdown(body) };
}
