import MarkdownIt from "markdown-it";
import { fields, integer } from "../check_options.ts";
import { systemClock } from "../clock.ts";
import { type PostInput, withoutChangedByline } from "../content/mod.ts";
import { splitFrontMatter } from "./front_matter.ts";
import { frontMatterFields } from "./front_matter_fields.ts";
import { toPostInput } from "./post_fields.ts";

/** A post's own fields and their names in the front matter. */
const ownNames = {
  name: "title",
  slug: "slug",
  description: "description",
  image: "image",
  author: "author",
  articleSection: "section",
  inLanguage: "language",
  translations: "translations",
  isAccessibleForFree: "free",
} as const satisfies Partial<Record<keyof PostInput, string>>;

const markdown = new MarkdownIt({ html: true });

/** Makes HTML of Markdown: CommonMark with tables. */
export function renderMarkdown(text: string): string {
  return markdown.render(text);
}

/** Options of {@link markdownToPost}. */
export interface MarkdownToPostOptions {
  /** Milliseconds since the epoch: what Hugo's `expiryDate` is compared with. Default: the system's time. */
  now?: number;
}

const optionsCheck = fields<MarkdownToPostOptions>({ now: integer(-8.64e15, 8.64e15) });

/**
 * Makes a post's input of a Markdown file (CommonMark with tables) with front matter in YAML, TOML or JSON, by the names of Postern, Jekyll,
 * Hugo, Astro and Eleventy, as {@link readMarkdown} reads it. Names that mean no field of a post are passed over. The result is as good as
 * the file: validate it by creating the post.
 *
 * @param text the file's content
 * @param slug the slug when the front matter has no `slug`: the file's name without its ending. When it is empty, a permalink says it
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 * @throws {FrontMatterError} when the front matter, or a date in it, cannot be read
 *
 * @example
 * ```ts
 * import { markdownToPost } from "postern/import";
 *
 * markdownToPost("---\ntitle: Hello\n---\n## Why?\n\nBecause.", "hello");
 * // { slug: "hello", name: "Hello", html: "<h2>Why?</h2>\n<p>Because.</p>\n" }
 * ```
 */
export function markdownToPost(text: string, slug: string, options: MarkdownToPostOptions = {}): PostInput {
  optionsCheck(options, { action: "read the post", option: "" });
  const { now = systemClock.now() } = options;
  const { data, body } = splitFrontMatter(text);
  const found = frontMatterFields(data, { siteUrl: "", now });
  const hasSlug = (data["slug"] ?? "") !== "";
  const read = toPostInput({
    ...found,
    name: found.name ?? "",
    slug: hasSlug || slug === "" ? found.slug : slug,
  });
  const standing: Partial<PostInput> = { slug, name: slug, ...asTheyStand(data) };
  return { ...withoutChangedByline(standing, read), ...read, html: renderMarkdown(body) };
}

/** A post's own fields as they stand: of what is no value for them, the validation of the post tells. */
function asTheyStand(data: Readonly<Record<string, unknown>>): Partial<PostInput> {
  const values = Object.entries(ownNames).map(([field, name]) => [field, data[name] ?? undefined]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<PostInput>;
}
