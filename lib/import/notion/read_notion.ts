import { checkFileArguments } from "../check_read_options.ts";
import type { FileOptions } from "../file_options.ts";
import { audienceOf, isAudienceName } from "../front_matter/fields/front_matter_audience.ts";
import { customValues, importedValues, namesNotKept } from "../front_matter/fields/custom_values.ts";
import type { ImportItem, ImportedPost } from "../import_item.ts";
import { MarkdownError, type MarkdownNote, renderMarkdown } from "../markdown/mod.ts";
import { htmlName, readPagePath } from "../paths/page_path.ts";
import { pageSlug } from "../paths/page_slug.ts";
import { type FoundFields, toPostInput } from "../values/post_fields.ts";
import { notionCustomValues } from "./notion_custom_values.ts";
import { isStatusName, notionFields, plainName } from "./notion_fields.ts";
import { notionIdOf, withoutIds } from "./notion_names.ts";
import type { NotionPage } from "./notion_page.ts";
import { readHtmlPage } from "./read_html_page.ts";
import { readMarkdownPage } from "./read_markdown_page.ts";

const longestName = 200;

/**
 * Reads a page of an export of Notion: a Markdown or HTML file whose name ends with an id. The properties of the page are fields of the post.
 *
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 */
export function readNotion(text: string, file: string, options: FileOptions): Generator<ImportItem> {
  checkFileArguments(text, options);
  return readItems(text, file, options);
}

function* readItems(text: string, file: string, options: FileOptions): Generator<ImportItem> {
  const place = { file, line: 1 };
  const isHtml = htmlName.test(options.path);
  const page = isHtml ? readHtmlPage(text) : readMarkdownPage(text, options.columns);
  if ("reason" in page) {
    yield { kind: "skipped", ...page, place };
    return;
  }
  try {
    const { html, notes } = isHtml || options.content === false ? asHtml(page) : asMarkdown(page);
    yield* toItems(page, { html, file, options, isHtml });
    for (const note of notes) yield { kind: "note", ...note, place };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    const line = error.line + page.bodyLine - 1;
    yield { kind: "skipped", category: "too-large", reason: error.message, place: { file, line } };
  }
}

function asHtml({ body }: NotionPage): { html: string; notes: readonly MarkdownNote[] } {
  return { html: body, notes: [] };
}

function asMarkdown({ body }: NotionPage): { html: string; notes: readonly MarkdownNote[] } {
  return renderMarkdown(body, { dialect: "github" });
}

interface Rendered {
  html: string;
  file: string;
  options: FileOptions;
  isHtml: boolean;
}

function* toItems(page: NotionPage, { html, file, options, isHtml }: Rendered): Generator<ImportItem> {
  const { path, siteUrl, now, postFields = [], content = true } = options;
  const place = { file, line: 1 };
  const { own, rest } = notionCustomValues(page.properties, postFields);
  // A status has a rule of its own. Elsewhere the same words also mean the readers.
  const readers = rest.filter(({ name }) => !isStatusName(name) || plainName(name) === "public");
  const audience = audienceOf(textsOf(readers), now);
  const { fields, slug, heldBack, others } = notionFields(
    { ...page, properties: rest },
    { siteUrl, audience },
  );
  const name = fields.name ?? (withoutIds(path).split("/").at(-1) || "Untitled");
  const values = importedValues(customValues(own, postFields), postFields, place);
  const input = toPostInput({ ...fields, ...addressOf({ name, slug, fields }, options), name });
  const post: ImportedPost = {
    kind: "post",
    key: notionIdOf(path) ?? path.normalize("NFC"),
    path: path.normalize("NFC"),
    input: { ...input, ...values.input, html: content ? html : "" },
    ...namesNotKept(textsOf(others), postFields, isAudienceName),
    place,
  };
  if (!isHtml) {
    Object.assign(post.input, { markdown: content ? page.body : "", markdownDialect: "github" });
    post.bodyLine = page.bodyLine;
  }
  yield* audience.items(post);
  yield* values.notes;
  if (heldBack === undefined) return;
  const label = JSON.stringify(name.slice(0, longestName));
  const note = `${label} ${heldBack.text}`;
  yield { kind: "note", category: "status", text: note, isLoss: heldBack.isLoss, place };
}

function textsOf(properties: NotionPage["properties"]): Record<string, string> {
  return Object.fromEntries(properties.map(({ name, text }) => [name, text]));
}

/** Returns the slug and the language. Names of files are shortened, so the slug is that of the title unless an option says otherwise. */
function addressOf(
  { name: title, slug, fields }: { name: string; slug: string | undefined; fields: FoundFields },
  options: FileOptions,
): Pick<FoundFields, "slug" | "inLanguage"> {
  const { path, slugFrom = "title", languageFrom: from } = options;
  const own = fields.inLanguage;
  const page = readPagePath(withoutIds(path), { from, known: own });
  const isFromPath = from === "folder" || from === "suffix";
  return {
    slug: pageSlug({ slug, permalink: undefined, title, date: undefined, page }, { slugFrom }),
    inLanguage: isFromPath ? page.language : own,
  };
}
