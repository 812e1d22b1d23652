import { detectDialect, MarkdownError, type MarkdownNote, renderMarkdown } from "../markdown/mod.ts";
import { checkFileArguments } from "./check_read_options.ts";
import { readFileName } from "./file_name.ts";
import type { FileOptions } from "./file_options.ts";
import { FrontMatterError, splitFrontMatter } from "./front_matter.ts";
import { frontMatterFields } from "./front_matter_fields.ts";
import type { ImportItem, ImportNote, Place } from "./import_item.ts";
import { toPostInput, toPostSlug } from "./post_fields.ts";

/**
 * Reads a Markdown file by the conventions of Jekyll, Hugo, Astro and Eleventy.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function readMarkdown(text: string, file: string, options: FileOptions): Generator<ImportItem> {
  checkFileArguments(text, options);
  return readItems(text, file, options);
}

function* readItems(text: string, file: string, options: FileOptions): Generator<ImportItem> {
  const place: Place = { file, line: 1 };
  const name = readFileName(options.path.replace(/\.mdx$/i, ".md"));
  let firstLine = 1;
  try {
    const { data, body } = splitFrontMatter(text);
    const reason = reasonToSkip(data, options.path);
    if (reason !== undefined) {
      yield { kind: "skipped", reason, place };
      return;
    }
    const { slug, createdAt, publishedAt, status, ...fields } = frontMatterFields(data, options);
    const { title, rest } =
      fields.name === undefined ? takeHeading(body) : { title: fields.name, rest: body };
    const found = {
      ...fields,
      name: title ?? toTitle(name.slug),
      slug: slug ?? toPostSlug(name.slug),
      inLanguage: fields.inLanguage ?? name.language,
      status: status ?? (name.isDraft ? ("draft" as const) : undefined),
      createdAt: createdAt ?? publishedAt ?? name.date,
      publishedAt: publishedAt ?? name.date,
    };
    firstLine = lineCount(text) - lineCount(rest) + 1;
    const { html, notes } = renderMarkdown(rest, { dialect: detectDialect({ path: options.path, text }) });
    yield { kind: "post", input: { ...toPostInput(found), html }, place };
    for (const note of notes) yield toImportNote(note, place);
  } catch (error) {
    if (error instanceof MarkdownError) {
      yield {
        kind: "skipped",
        category: "too-large",
        reason: error.message,
        place: { file, line: firstLine + error.line - 1 },
      };
      return;
    }
    if (!(error instanceof FrontMatterError)) throw error;
    yield { kind: "skipped", reason: error.message, place: { file, line: error.line } };
  }
}

function reasonToSkip(data: Readonly<Record<string, unknown>>, path: string): string | undefined {
  if (/(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown)$/.test(path)) return "it is a Hugo list page, not a post";
  if (data["permalink"] === false) return "permalink is false";
  if (data["eleventyExcludeFromCollections"] === true) return "eleventyExcludeFromCollections is true";
  return undefined;
}

/** Splits off the first line as the title if it is a heading. */
function takeHeading(body: string): { title: string | undefined; rest: string } {
  const text = body.trimStart();
  if (!/^#[ \t]/.test(text)) return { title: undefined, rest: body };
  const end = text.indexOf("\n");
  const [line, rest] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
  return {
    title:
      line
        .slice(1)
        .replace(/(?<!#)#{1,6}\s{0,9}$/, "")
        .trim() || undefined,
    rest,
  };
}

function toTitle(slug: string): string {
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toImportNote({ category, text, count, isLoss }: MarkdownNote, place: Place): ImportNote {
  return { kind: "note", category, text, count, isLoss, place };
}

function lineCount(text: string): number {
  let count = 1;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) count++;
  return count;
}
