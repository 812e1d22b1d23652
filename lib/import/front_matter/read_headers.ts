import type { GeneratorName } from "../site_config/generators.ts";
import { type FrontMatter, FrontMatterError, readFrontMatter } from "./front_matter.ts";

/** Values of headers by their names in lower case. A value can have several lines. */
type Headers = Map<string, string[]>;

/** Generators whose files begin with headers whatever the names are. */
const headed: ReadonlySet<GeneratorName | undefined> = new Set(["pelican", "nikola", "mkdocs"]);
const maxLength = 20_000;
const maxLines = 200;

const header = /^ {0,3}([A-Za-z0-9][\w-]{0,50}):(?!\/\/)(.*)$/;
const continuation = /^(?: {4}|\t)/;
const nikolaHeader = /^\.\.[ \t]{1,9}([A-Za-z][\w-]{0,50}):(.*)$/;
/** Names that show that a block of lines is metadata, if it has a title or a status too. */
const usualNames =
  /^(?:title|date|modified|updated|status|slug|tags|category|categories|authors?|summary|description|lang|type|save_as|url)$/;

/**
 * Reads the metadata of a file that has no fences. Pelican and MkDocs have headers such as `Status: draft`. Nikola has lines such as
 * `.. status: draft`, also in a comment. Hexo's YAML needs no line `---` before it. Returns undefined if the file has none.
 *
 * @throws {FrontMatterError} if Hexo's YAML cannot be parsed
 */
export function readHeaders(text: string, generator: GeneratorName | undefined): FrontMatter | undefined {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const lines = text.slice(start, start + maxLength).split(/\r?\n/, maxLines);
  const nikola = nikolaHeaders(lines);
  if (nikola !== undefined) return toFrontMatter(nikola, text);
  if (generator === "hexo") return hexoFrontMatter(lines, text.slice(start));
  const plain = plainHeaders(lines);
  const names = [...plain.headers.keys()];
  const isMetadata =
    (names.includes("title") || names.includes("status")) &&
    names.filter((name) => usualNames.test(name)).length > 1;
  return names.length > 0 && (isMetadata || headed.has(generator)) ? toFrontMatter(plain, text) : undefined;
}

const field = /^:([A-Za-z][\w -]{0,50}):(?:[ \t]{1,20}(.*))?$/;
const adornment = /^([^\w\s])\1+\s*$/;

/**
 * Reads the title of a reStructuredText file and the fields below it, such as `:date: 2024-02-03`, or the lines of Nikola. Empty lines stand for
 * them in the body, so that lines keep their numbers.
 */
export function rstFrontMatter(text: string): FrontMatter {
  const plain = text.replace(/^\ufeff/, "");
  const lines = plain.slice(0, maxLength).split(/\r?\n/, maxLines);
  const { data, body, duplicates } = toFrontMatter(nikolaHeaders(lines) ?? rstHeaders(lines), plain);
  const removed = plain.slice(0, plain.length - body.length).split("\n").length - 1;
  return { data, body: "\n".repeat(removed) + body, duplicates };
}

function rstHeaders(lines: readonly string[]): Block {
  const headers: Headers = new Map();
  let at = nextText(lines, afterSilentMarkup(lines));
  const hasOverline = adornment.test(lines[at] ?? "") && (lines[at + 2] ?? "").trim() === lines[at]?.trim();
  const title = lines[at + Number(hasOverline)]?.trim() ?? "";
  if (hasOverline || (title !== "" && adornment.test(lines[at + 1] ?? ""))) {
    headers.set("title", [title]);
    at += hasOverline ? 3 : 2;
  }
  let length = headers.size === 0 ? 0 : at;
  let last: string[] | undefined;
  for (at = nextText(lines, at); at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, name, value = ""] = field.exec(line) ?? [];
    if (name !== undefined) headers.set(name.toLowerCase(), (last = [value.trim()]));
    else if (last !== undefined && /^[ \t]+\S/.test(line)) last.push(line.trim());
    else break;
    length = at + 1;
  }
  return { headers, length };
}

/** Labels, comments and directives of Sphinx that show nothing, such as `.. _label:` and `.. currentmodule:: a`. */
const silentMarkup =
  /^\.\. (?:_.{1,200}:\s*$|(?:currentmodule|module|highlight|meta|index|program|default-domain)::|(?!.{0,200}::|_|\[|\|))/;

/** Returns the index of the line after the markup that shows nothing, with the lines that belong to it. */
function afterSilentMarkup(lines: readonly string[]): number {
  let at = nextText(lines, 0);
  while (silentMarkup.test(lines[at] ?? "")) {
    at++;
    while (at < lines.length && /^(?:\s|$)/.test(lines[at] ?? "")) at++;
  }
  return at;
}

/** Returns the index of the next line with a text. */
function nextText(lines: readonly string[], from: number): number {
  const found = lines.slice(from).findIndex((line) => line.trim() !== "");
  return found < 0 ? lines.length : from + found;
}

interface Block {
  headers: Headers;
  /** Number of lines, with those that end the block. */
  length: number;
}

/** Reads headers as Python-Markdown does: until an empty line, with indented lines that continue a value. */
function plainHeaders(lines: readonly string[]): Block {
  const headers: Headers = new Map();
  let last: string[] | undefined;
  for (const [index, line] of lines.entries()) {
    const [, name, value = ""] = header.exec(line) ?? [];
    if (name !== undefined) {
      last = [value.trim()];
      headers.set(name.toLowerCase(), last);
    } else if (last !== undefined && continuation.test(line) && line.trim() !== "") last.push(line.trim());
    else return { headers, length: line.trim() === "" ? index + 1 : index };
  }
  return { headers, length: lines.length };
}

function nikolaHeaders(lines: readonly string[]): Block | undefined {
  const first = lines.findIndex((line) => line.trim() !== "");
  const isComment = lines[first]?.trim() === "<!--";
  const headers: Headers = new Map();
  let at = isComment ? first + 1 : Math.max(first, 0);
  for (; at < lines.length; at++) {
    const [, name, value = ""] = nikolaHeader.exec(lines[at] ?? "") ?? [];
    if (name !== undefined) headers.set(name.toLowerCase(), [value.trim()]);
    else if (!isComment || lines[at]?.trim() === "-->") break;
  }
  if (!headers.has("title") || (isComment && at === lines.length)) return undefined;
  addTagStatus(headers);
  return { headers, length: isComment ? at + 1 : at };
}

/** Nikola also has the statuses of a post as tags. */
function addTagStatus(headers: Headers): void {
  const tags = headers.get("tags")?.flatMap(listIn) ?? [];
  const status = ["private", "draft"].find((word) => tags.includes(word));
  if (status === undefined) return;
  headers.set("tags", [tags.filter((tag) => tag !== status).join(",")]);
  if (!headers.has("status")) headers.set("status", [status]);
}

function toFrontMatter({ headers, length }: Block, text: string): FrontMatter {
  const entries = [...headers].map(([name, values]): [string, unknown] => [name, valueOf(name, values)]);
  let end = 0;
  for (let line = 0; line < length && end < text.length; line++) {
    const newline = text.indexOf("\n", end);
    end = newline < 0 ? text.length : newline + 1;
  }
  return { data: Object.fromEntries(entries), body: text.slice(end), duplicates: [] };
}

function valueOf(name: string, values: readonly string[]): unknown {
  if (name === "tags" || name === "authors") return values.flatMap(listIn);
  // A category can have spaces.
  return name === "category" ? values : values.join("\n").trim();
}

/** Splits a list of names. Names with commas are separated by semicolons. */
function listIn(value: string): string[] {
  const parts = value.split(value.includes(";") ? ";" : ",").map((part) => part.trim());
  return parts.filter((part) => part !== "");
}

function hexoFrontMatter(lines: readonly string[], text: string): FrontMatter | undefined {
  const isYaml = /^["']?[\w.-]{1,100}["']?[ \t]*:/.test(lines[0] ?? "");
  if (!isYaml || !lines.some((line) => /^-{3,}\s*$/.test(line))) return undefined;
  try {
    const { duplicates, ...found } = readFrontMatter(`---\n${text}`);
    return { ...found, duplicates: duplicates.map((key) => ({ ...key, line: key.line - 1 })) };
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    throw new FrontMatterError(error.reason, Math.max(1, error.line - 1), error);
  }
}
