import { Scalar, stringify } from "yaml";
import { cutText } from "../../base/text/well_formed.ts";
import type { CustomField, StoredPostWithHtml } from "../../content/mod.ts";
import type { PostFile } from "../files/post_file.ts";
import { isAboutRepository } from "../paths/page_path.ts";
import { renderMarkdown } from "../markdown/mod.ts";
import { readPostFile } from "../files/read_post_file.ts";
import { fieldsNotKept, writtenFields } from "./fields_not_kept.ts";

/** A file that {@link postToFile} writes. */
export interface WrittenPost {
  /** Name of the file, such as `hello.md`. */
  name: string;
  /** Front matter in YAML, and the content. */
  text: string;
  /** Names of the fields that an import of the file does not bring back as they are. */
  notKept: string[];
}

/** Options of {@link postToFile}. */
export interface PostToFileOptions {
  /** Absolute URL of the organization's site. */
  siteUrl: string;
  /** Path of a post's page on the site, with `{slug}` for the slug. */
  postUrlTemplate: string;
  /** Fields of the organization's posts. Default: none. */
  postFields?: readonly CustomField[];
}

/** The content of a file by the markup of its body. */
interface Body {
  format: PostFile["format"];
  ending: string;
  text: string;
  /** Front matter that names the markup. */
  markup?: Readonly<Record<string, string>>;
}

/** Maximum length of Markdown that is written. A longer one would hold the event loop when it is read again. */
const longestRendered = 1_000_000;
/** Maximum length of the part of a slug in a file's name, so that the name has at most 255 bytes. */
const longestName = 60;
/** Names that site generators do not take for posts. */
const otherPages: ReadonlySet<string> = new Set(["index", "404"]);
/** Names in front matter of times, which generators take as times only without quotes. */
const times: ReadonlySet<string> = new Set(["date", "lastmod", "publishedAt", "createdAt", "updatedAt"]);
/** The beginning of a template of Jekyll, Eleventy or Hugo. */
const template = /\{[{%]/;

/**
 * Writes a post as a file with front matter, which an import of Markdown files reads, as do Hugo, Jekyll, Eleventy and Astro. The file is Markdown if the post's
 * Markdown makes its HTML, or if a renderer of Markdown leaves the HTML as it is. Otherwise it is HTML, and Astro does not read it.
 */
export function postToFile(post: StoredPostWithHtml, options: PostToFileOptions): WrittenPost {
  const [preferred, other] = bodiesOf(post);
  const file = writtenPost(post, preferred, options);
  return other !== undefined && file.notKept.includes("html") ? writtenPost(post, other, options) : file;
}

function writtenPost(post: StoredPostWithHtml, body: Body, options: PostToFileOptions): WrittenPost {
  const name = `${nameOf(post)}.${body.ending}`;
  const text = `---\n${stringify(frontMatterOf(post, body, options), quoted, { lineWidth: 0 })}---\n${body.text}`;
  return { name, text, notKept: differences(post, { format: body.format, text, file: name }, options) };
}

/** Quotes a text that YAML 1.1 reads as a truth value, a number or a time. Hugo and Jekyll read YAML 1.1. */
function quoted(key: unknown, value: unknown): unknown {
  const isText = typeof value === "string" && /^(?:[yn]|yes|no|on|off|[-+.\d].*)$/is.test(value);
  if (!isText || times.has(String(key))) return value;
  const scalar = new Scalar(value);
  scalar.type = "QUOTE_DOUBLE";
  return scalar;
}

/** Returns the bodies that a post can have, the preferred first. */
function bodiesOf({ html, markdown, markdownDialect = "editor" }: StoredPostWithHtml): [Body, Body?] {
  const file: Body = { format: "html", ending: "html", text: html };
  if (markdown !== undefined && markdown.length <= longestRendered) {
    return [{ format: "markdown", ending: "md", text: markdown, markup: { markdownDialect } }, file];
  }
  return isKeptByRenderers(html)
    ? [{ ...file, format: "markdown", ending: "md", markup: { markup: "html" } }]
    : [file];
}

/** True if renderers of Markdown return the HTML as it is. */
function isKeptByRenderers(html: string): boolean {
  return renderMarkdown(html, { dialect: "commonmark" }).html.trim() === html;
}

/** Returns the values that an import of the file gives an input. The time of an import is no publication date. */
function valuesOf(post: StoredPostWithHtml): Readonly<Record<string, unknown>> {
  const { publishedAt, isPublicationDateUnknown: isUnknown, isAccessibleForFree: isFree } = post;
  return {
    ...post,
    publishedAt: isUnknown ? undefined : publishedAt,
    isAccessibleForFree: isFree ? undefined : false,
  };
}

function frontMatterOf(
  post: StoredPostWithHtml,
  { text, markup, ending }: Body,
  { postUrlTemplate }: PostToFileOptions,
): Record<string, unknown> {
  const { id, status, updatedAt } = post;
  // Hugo ends its build at an alias of another site.
  const paths = post.aliases?.filter((alias) => alias.startsWith("/"));
  const values = valuesOf(post);
  const fields = writtenFields.map(([field, name]) => [name, values[field]]);
  const isHidden = status === "draft" || status === "archived";
  const address = pageAddress(postUrlTemplate, post.slug);
  const written = {
    ...Object.fromEntries(fields),
    id,
    status,
    aliases: paths?.length === 0 ? undefined : paths,
    ...markup,
    // Names of other generators. Jekyll reads only `published`, and Eleventy only `permalink`.
    ...(isHidden && { draft: true, published: false, permalink: false }),
    ...(!isHidden && address !== undefined && { permalink: address, url: address }),
    date: values["publishedAt"],
    lastmod: updatedAt,
    ...(template.test(text) && { render_with_liquid: false, templateEngineOverride: ending }),
  };
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
}

/** Returns the path of a page as generators write it, or undefined if the query string names the post. */
function pageAddress(template: string, slug: string): string | undefined {
  if (/[?#]/.test(template)) return undefined;
  const path = template.replaceAll("{slug}", slug);
  return /\/$|\.html?$/.test(path) ? path : `${path}/`;
}

/** Returns a name that differs from those of other posts also where capitals do not count. Names of slugs have no `_`. */
function nameOf({ slug, id }: StoredPostWithHtml): string {
  const isPlain = /^[a-z0-9][a-z0-9-]*$/.test(slug) && slug.length <= longestName;
  const isOther = otherPages.has(slug) || isAboutRepository(`${slug}.md`);
  return isPlain && !isOther ? slug : `${cutText(slug, longestName)}_${id}`;
}

/** Returns the names of the fields of which an import of the file does not have the post's values. */
function differences(
  post: StoredPostWithHtml,
  file: Omit<PostFile, "options">,
  { siteUrl, postFields: fields = [] }: Omit<PostToFileOptions, "postUrlTemplate">,
): string[] {
  const options = { path: file.file, siteUrl, now: 0, postFields: fields };
  const read = readPostFile({ ...file, options }).find((item) => item.kind === "post");
  return fieldsNotKept(post, read?.input);
}
