import { given } from "../../../base/given.ts";
import { type Audience, describeValue } from "../../values/audience.ts";
import type { FileOptions } from "../../file_options.ts";
import type { DuplicateKey } from "../plain_values.ts";
import { type MarkdownDialect, markdownDialects } from "../../../content/mod.ts";
import type { MarkdownNote } from "../../markdown/mod.ts";
import { cutText } from "../../../base/text/well_formed.ts";
import { customValues, importedValues, namesNotKept } from "./custom_values.ts";
import { FrontMatterError, readFrontMatter, withLowerCaseNames } from "../front_matter.ts";
import { homeText } from "../home_text.ts";
import { readHeaders } from "../read_headers.ts";
import { audienceOf, isAudienceName } from "./front_matter_audience.ts";
import { builtInNames, frontMatterFields, unknownValues, withOneDate } from "./front_matter_fields.ts";
import type { ImportItem, Place, ImportedPost } from "../../import_item.ts";
import { oldAddresses } from "../../paths/old_addresses.ts";
import { repositoryFile } from "../../files/repository_files.ts";
import { dateOfPath, isAboutRepository, readPagePath, restrictionOfName } from "../../paths/page_path.ts";
import { pageSlug } from "../../paths/page_slug.ts";
import { type FoundFields, toPostInput } from "../../values/post_fields.ts";
import { isListPage } from "../../site_config/list_pages.ts";
import { textValue } from "../text_value.ts";

type Data = Readonly<Record<string, unknown>>;

/** The part of a file after its front matter. */
export interface PageBody {
  /** Fields that the front matter does not have. */
  found: FoundFields;
  html: string;
  /** Address of the page by its own words. Default: unknown. */
  sourceUrl?: string | undefined;
  /** The Markdown that the HTML was made from. Default: the file is HTML. */
  markdown?: string;
  markdownDialect?: MarkdownDialect;
  /** Notes of the conversion. Default: none. */
  notes?: readonly MarkdownNote[];
}

/** The reason why a file is not imported. */
export interface UnreadableBody {
  category: string;
  reason: string;
  /** Line in the part after the front matter. Default: the first line of the file. */
  line?: number;
  /** False if the file is no content of a post. Default: true. */
  isLoss?: boolean;
}

/** Facts about a post that are known before its body is read. */
export interface KnownFacts {
  /** Undefined if the front matter has no title. */
  title: string | undefined;
  /** Undefined if the front matter does not name it. */
  markup: MarkdownDialect | "html" | undefined;
  /** The readers. A body can restrict them. */
  audience: Audience;
}

/** Reads the part of a file after its front matter. */
export type ReadBody = (body: string, facts: KnownFacts) => PageBody | UnreadableBody;

interface Source {
  file: string;
  options: FileOptions;
  readBody: ReadBody;
}

/** Names that only choose the template engine of Jekyll and Eleventy. */
const engineNames: ReadonlySet<string> = new Set(["render_with_liquid", "templateengineoverride"]);
const maxDuplicateNotes = 10;
const maxKeyLength = 500;
const largestId = 1_000_000_000;
/** Maximum number of fields that the note about a post without a text names. */
const maxNamedFields = 5;

/** Reads a file with optional front matter. Yields a post with notes, or a skipped item. */
export function* frontMatterPost(
  text: string,
  { file, options: given, readBody }: Source,
): Generator<ImportItem> {
  const place: Place = { file, line: 1 };
  // Names of files are decomposed on macOS. Patterns of a site's configuration are composed.
  const options = { ...given, path: given.path.normalize("NFC") };
  const { postFields = [] } = options;
  if (isTemplate(options)) {
    const reason = "it is no content of the site, such as a template or output";
    yield { kind: "skipped", category: "template", reason, isLoss: false, place };
    return;
  }
  try {
    const header = readHeaders(text, options.site?.generator) ?? readFrontMatter(text);
    const { data: own, body, duplicates } = header;
    if (isOfRepository(own, options)) {
      yield repositoryFile(file);
      return;
    }
    const found = options.site?.withDefaults(options.path, own) ?? own;
    const { data, names } = recorded(withOneDate(withLowerCaseNames(found)));
    const audience = audienceOf(found, options.now);
    const timeOf = (value: unknown, name: string, field: string): string | undefined =>
      field === "publishedAt"
        ? audience.publicationOf({ [name]: value })
        : audience.timeOf({ [name]: value });
    const { authors } = options.site ?? {};
    const fields = frontMatterFields(data, { ...options, timeOf, authors });
    const restriction = restrictionOf(options);
    if (restriction !== undefined) audience.restrict(restriction);
    const home = homeText(data, options.site?.generator);
    const read =
      reasonToSkip(data, options.path) ??
      readBody(home === "" ? body : `${home}\n\n${body}`, {
        title: fields.name,
        markup: markupOf(data),
        audience,
      });
    if ("reason" in read) {
      const { line, ...why } = read;
      const at = line === undefined ? 1 : line + linesBefore(body, text);
      yield { kind: "skipped", ...why, place: { file, line: at } };
      return;
    }
    const notes = audience.takeParts(read.notes ?? []);
    const values = importedValues(customValues(found, postFields), postFields, place);
    const item = toItem(data, { fields, read, options });
    if (options.linksLater === true && read.markdown !== undefined)
      item.bodyLine = Math.max(0, linesBefore(read.markdown, text)) + 1;
    const id = idOf(found);
    const isRead = (name: string): boolean =>
      names.has(name) ||
      builtInNames.has(name) ||
      engineNames.has(name) ||
      (name === "id" && id !== undefined);
    const notKept = namesNotKept(
      own,
      postFields,
      (name, mapping, value) => isAudienceName(name, value) || (mapping === undefined && isRead(name)),
    );
    yield* audience.items({
      ...item,
      input: { ...item.input, ...values.input },
      ...(id !== undefined && { id }),
      ...notKept,
      place,
    });
    yield* values.notes;
    const permalink = textValue(data["permalink"]) ?? "";
    if (item.sourceUrl === undefined && /[{}]/.test(permalink)) {
      const note = `its old address is unknown, because a template computes its permalink ${describeValue(permalink)}`;
      yield { kind: "note", category: "old-address", text: note, place };
    }
    yield* duplicateNotes(duplicates, file);
    const { status = "published" } = audience.applyTo(item.input);
    const ownNames = Object.keys(own);
    if (status === "published" && read.html.trim() === "" && ownNames.length > 0) {
      const fields = ownNames.slice(0, maxNamedFields).map(describeValue).join(", ");
      const note = `${describeValue(item.input.name)} is public without a text. Its first fields are ${fields}`;
      yield { kind: "note", category: "no-text", text: note, place };
    }
    for (const note of unknownValues(data, authors)) yield { kind: "note", ...note, place };
    const before = linesBefore(read.markdown ?? body, text);
    for (const { line: at, ...note } of notes) {
      yield { kind: "note", ...note, place: at === undefined ? place : { file, line: before + at } };
    }
    const templates = read.markdown === undefined ? templatesOf(read.html) : undefined;
    if (templates !== undefined) yield { kind: "note", category: "template-tag", text: templates, place };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const { message: reason, line } = error;
    yield { kind: "skipped", category: "front-matter", reason, place: { file, line } };
  }
}

/** Returns front matter, and the names that were read from it so far. */
function recorded(found: Data): { data: Data; names: ReadonlySet<string> } {
  const names = new Set<string>();
  const get = (data: Data, name: string): unknown => {
    names.add(name);
    return data[name];
  };
  return { data: new Proxy(found, { get }), names };
}

function toItem(
  data: Data,
  { fields, read, options }: { fields: FoundFields; read: PageBody; options: FileOptions },
): Omit<ImportedPost, "place"> {
  const { languageFrom: from, path, siteUrl, site, content = true } = options;
  const { found, html, markdown, markdownDialect } = read;
  const isFromPath = from === "folder" || from === "suffix";
  const own = fields.inLanguage ?? found.inLanguage ?? site?.languageOf(path);
  const known = isFromPath ? undefined : own;
  const page = readPagePath(path, { from, known });
  const name = fields.name ?? found.name ?? toTitle(page.slug);
  const permalink = textValue(data["permalink"] ?? data["url"] ?? data["path"]);
  const date = page.date ?? dateOfPath(permalink ?? "");
  const published = fields.publishedAt ?? found.publishedAt ?? date;
  const dateText = typeof published === "string" ? published : undefined;
  const routed = site?.addressOf({ path, data, title: name, date: dateText });
  // Some permalinks give no URL, such as `//[`.
  const siteAddress = routed !== undefined && URL.canParse(routed, "http://site") ? routed : undefined;
  const address = {
    slug: textValue(data["slug"]),
    permalink,
    title: name,
    date: dateText,
    page,
    siteAddress,
  };
  const input = toPostInput({
    ...found,
    ...given(fields),
    name,
    slug: pageSlug(address, options),
    inLanguage: known ?? page.language ?? site?.defaultLanguage,
    status: fields.status ?? found.status ?? (page.isDraft ? "draft" : undefined),
    createdAt: fields.createdAt ?? fields.publishedAt ?? found.createdAt ?? date,
    publishedAt: published,
  });
  const base = site?.basePath ?? "";
  const aliases = oldAddresses([data["aliases"], data["alias"], data["redirect_from"]], siteUrl)?.map(
    (alias) => base + alias,
  );
  const sourceUrl = siteAddress ?? (isAddress(permalink) ? permalink : read.sourceUrl);
  return {
    kind: "post",
    key: path,
    input: {
      ...input,
      html: content ? html : "",
      ...(markdown !== undefined && { markdown: content ? markdown : "" }),
      ...(markdownDialect && { markdownDialect }),
      ...(aliases && { aliases }),
    },
    translationKey: keyOf(data, fields) ?? page.translationKey,
    ...(sourceUrl !== undefined && { sourceUrl }),
  };
}

/** Returns the markup of the body: HTML as in Hugo, or a dialect as in an export of Postern. */
function markupOf(data: Data): KnownFacts["markup"] {
  if (data["markup"] === "html") return "html";
  return markdownDialects.find((dialect) => dialect === data["markdowndialect"]);
}

/** Returns the id that an export of Postern names. Ids of other systems can be large. */
function idOf({ id }: Data): number | undefined {
  return typeof id === "number" && Number.isInteger(id) && id >= 1 && id <= largestId ? id : undefined;
}

/** True for a path or URL, false for a pattern or the name of a permalink style. */
function isAddress(permalink = ""): boolean {
  return /^(?:\/|https?:\/\/)[^:{}]*$/.test(permalink) && URL.canParse(permalink, "http://site");
}

/** Returns the text that is the same for all translations. `ref` and `page_id` are conventions of Jekyll sites. */
function keyOf(data: Data, { inLanguage }: FoundFields): string | undefined {
  const own = textValue(data["translationkey"] ?? data["translation_key"]);
  const key = own ?? (inLanguage === undefined ? undefined : textValue(data["ref"] ?? data["page_id"]));
  return key && cutText(key, maxKeyLength);
}

function* duplicateNotes(duplicates: readonly DuplicateKey[], file: string): Generator<ImportItem> {
  for (const { name, line, count } of duplicates.slice(0, maxDuplicateNotes)) {
    const text = `${JSON.stringify(name.slice(0, 100))} occurs several times in the front matter, and the last value is used`;
    yield { kind: "note", category: "duplicate-key", text, count, place: { file, line } };
  }
}

/** True for a file that a site generator reads or writes, but that is no content. */
function isTemplate({ path, site }: FileOptions): boolean {
  return /(?:^|\/)_(?:layouts|includes)\//.test(path) || site?.isExcluded(path) === true;
}

/** True for a file about the repository that Jekyll does not read as a page, because it has no front matter. */
function isOfRepository(own: Data, { path, site }: FileOptions): boolean {
  const isPage = site?.generator !== "jekyll" || Object.keys(own).length > 0;
  return !isPage && isAboutRepository(path.slice(path.lastIndexOf("/") + 1));
}

/** Returns the reason why a site generator leaves out the file, although it is content. */
function restrictionOf({ path, site }: FileOptions): string | undefined {
  return site === undefined ? restrictionOfName(path) : site.restrictionOf(path);
}

function reasonToSkip(data: Data, path: string): UnreadableBody | undefined {
  if (isListPage(path)) {
    return { category: "list-page", reason: "it is a Hugo list page, not a post" };
  }
  const category = "excluded-page";
  // A draft of an export has both, because Eleventy reads only `permalink`.
  if (data["permalink"] === false && data["published"] !== false)
    return { category, reason: "permalink is false" };
  if (data["eleventyexcludefromcollections"] === true) {
    return { category, reason: "eleventyExcludeFromCollections is true" };
  }
  return undefined;
}

function toTitle(slug: string): string {
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a note if the text contains templates, which only a site generator can fill in. */
function templatesOf(body: string): string | undefined {
  const isLiquid = /\{%-? *\w/.test(body);
  const isHugo = /\{\{[<%]/.test(body);
  if (!isLiquid && !isHugo) return undefined;
  return `it contains ${isHugo ? "Hugo shortcodes" : "tags of a template language"}, which stay unchanged`;
}

/** Returns the number of lines of a text before its end part. */
export function linesBefore(end: string, text: string): number {
  return lineBreaks(text) - lineBreaks(end);
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) count++;
  return count;
}
