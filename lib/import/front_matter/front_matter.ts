import { dayPattern } from "../../base/time/timestamp.ts";
import { parse as parseToml, TomlError } from "smol-toml";
import { FrontMatterError } from "./front_matter_error.ts";
import { jsonEnd } from "./json_end.ts";
import type { DuplicateKey } from "./plain_values.ts";
import { readYaml } from "./read_yaml.ts";

export { FrontMatterError };

/** Maximum length of front matter in characters, because parsing YAML takes more than linear time. */
const maxFrontMatterLength = 65_536;

/** The front matter of a text file, and the text after it. */
export interface FrontMatter {
  data: Record<string, unknown>;
  body: string;
  /** Names that occur several times in a mapping. Their last value is in the data. */
  duplicates: DuplicateKey[];
}

interface Parsed {
  data: unknown;
  duplicates?: DuplicateKey[];
}

interface Format {
  /** Line that ends the front matter. */
  end: RegExp;
  fence: string;
  parse: (text: string) => Parsed;
}

const yaml: Format = { fence: "---", end: /^(?:---|\.\.\.)\s*$/, parse: readYaml };
const toml: Format = { fence: "+++", end: /^\+\+\+\s*$/, parse: readToml };

/** Formats by the first line. Eleventy and gray-matter name the format after the fence. */
const formats: Readonly<Record<string, Format>> = {
  "---": yaml,
  "---yaml": yaml,
  "---yml": yaml,
  "---toml": { ...yaml, parse: readToml },
  "---json": { ...yaml, parse: readJson },
  "+++": toml,
};

/** The fence and the name of a format, such as `---js`. */
const namedFence = /^---([a-z]{1,20})$/i;

/** A JSON object. `{{` and `{%` begin templates. */
const jsonStart = /^\{\s*(?:"|\}|$)/;

const byteOrderMark = "\ufeff";
/** Maximum length of the white space and comments before front matter. */
const maxLeadLength = 10_000;
/** The first line of YAML or TOML, and not of text between two rules. */
const firstName = /^["']?[\w.-]{1,100}["']?[ \t]*[:=]/;

/**
 * Splits a text into its front matter and the rest. YAML is between lines of `---`, and TOML is between lines of `+++`.
 * JSON is an object at the beginning of the text. Of several equal names in YAML the last is used, as site generators do.
 * As in Hugo, white space and comments can come before front matter, and it can be in a comment.
 *
 * @throws {FrontMatterError} if the front matter does not end, cannot be parsed, or is not a mapping
 */
export function readFrontMatter(text: string): FrontMatter {
  const { start, isInComment } = startOf(text);
  const lines = text.slice(0, start).split("\n").length - 1;
  try {
    const { data, body, duplicates } = split(text.slice(start));
    return {
      data,
      body: isInComment ? body.replace(/^\s*-->[ \t]*\r?\n?/, "") : body,
      duplicates: duplicates.map((key) => ({ ...key, line: key.line + lines })),
    };
  } catch (error) {
    if (!(error instanceof FrontMatterError) || lines === 0) throw error;
    throw new FrontMatterError(error.reason, error.line + lines, error);
  }
}

/** Returns true if a text begins with front matter. */
export function hasFrontMatter(text: string): boolean {
  return formatOf(text.slice(startOf(text).start)) !== undefined;
}

/**
 * Returns front matter with names in lower case, because Hugo reads names in any case. A name with capitals replaces the
 * same name in lower case, as in Hugo.
 */
export function withLowerCaseNames(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(data).toSorted(
    (one, other) => Number(hasCapital(one)) - Number(hasCapital(other)),
  );
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), data[name]]));
}

function hasCapital(name: string): boolean {
  return name !== name.toLowerCase();
}

/** Returns the position after the white space and comments before front matter, or the start of the text. */
function startOf(text: string): { start: number; isInComment: boolean } {
  const own = text.startsWith(byteOrderMark) ? 1 : 0;
  const blank = /[\s\ufeff]*/y;
  let isInComment = false;
  let at = own;
  while (at < maxLeadLength && !isInComment) {
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
    if (!text.startsWith("<!--", at)) break;
    isInComment = /^<!--\s+(?:---|\+\+\+|\{)/.test(text.slice(at, at + maxLeadLength));
    const end = isInComment ? at + 4 : text.indexOf("-->", at) + 3;
    if (end < at) break;
    at = end;
  }
  blank.lastIndex = at;
  at += blank.exec(text)?.[0].length ?? 0;
  const format = at === own ? undefined : formatOf(text.slice(at));
  const isFound = format === "json" || (format !== undefined && hasNames(text.slice(at, at + maxLeadLength)));
  return isFound ? { start: at, isInComment } : { start: own, isInComment: false };
}

/** True if the first line after a fence, besides comments, has a name. */
function hasNames(text: string): boolean {
  const [, ...lines] = text.split("\n");
  return firstName.test(lines.find((line) => /^[^\s#]/.test(line)) ?? "");
}

function formatOf(text: string): Format | "json" | undefined {
  const fence = /^.{0,100}/.exec(text)?.[0].trimEnd() ?? "";
  if (jsonStart.test(fence)) return "json";
  return Object.hasOwn(formats, fence) ? formats[fence] : undefined;
}

function split(content: string): FrontMatter {
  const format = formatOf(content);
  if (format === "json") return splitJson(content);
  if (format !== undefined) return splitFenced(content, format);
  const [, name] = namedFence.exec(/^.{0,100}/.exec(content)?.[0].trimEnd() ?? "") ?? [];
  if (name !== undefined && /^---\s*$/m.test(content)) {
    throw new FrontMatterError(`its format is ${name}. Use yaml, toml or json`, 1);
  }
  return { data: {}, body: content, duplicates: [] };
}

/** Formats of configuration files by extension. */
const dataFormats: Readonly<Record<string, (text: string) => Parsed>> = {
  yml: readYaml,
  yaml: readYaml,
  toml: readToml,
  json: readJson,
};

/**
 * Reads a configuration file with the limits of front matter.
 *
 * @throws {FrontMatterError} if the text is too long, cannot be parsed, or is not a mapping
 */
export function readData(text: string, extension: string): Record<string, unknown> {
  const parse = dataFormats[extension] ?? readYaml;
  checkLength(text);
  return toMapping(parse(text.replace(/^\ufeff/, "")).data);
}

function splitFenced(text: string, { fence, end: endLine, parse }: Format): FrontMatter {
  const lines = text.split(/\r\n|\n|\r/);
  const end = lines.findIndex((line, index) => index > 0 && endLine.test(line));
  if (end < 0) throw new FrontMatterError(`its closing ${fence} is missing`, 1);
  const frontMatter = lines.slice(1, end).join("\n");
  checkLength(frontMatter);
  const { data, duplicates = [] } = parse(frontMatter);
  return { data: toMapping(data), body: lines.slice(end + 1).join("\n"), duplicates };
}

function splitJson(text: string): FrontMatter {
  const end = jsonEnd(text, maxFrontMatterLength + 1);
  if (end === undefined) {
    checkLength(text);
    throw new FrontMatterError("its closing } is missing", 1);
  }
  const { data } = readJson(text.slice(0, end), 1);
  return { data: toMapping(data), body: text.slice(end).replace(/^[ \t]*\r?\n?/, ""), duplicates: [] };
}

function checkLength({ length }: string): void {
  if (length <= maxFrontMatterLength) return;
  const reason = `it is ${length} characters long, but at most ${maxFrontMatterLength} are allowed`;
  throw new FrontMatterError(reason, 1);
}

/** A date of TOML without quotation marks. */
const tomlDate = /^([ \t]*[\w."-]{1,200}[ \t]*=[ \t]*)(\d{4}-\d{2}-\d{2})([^\s#]{0,50})/gm;
const isDay = new RegExp(dayPattern);

function readToml(text: string): Parsed {
  try {
    // The parser reads 30 February as 2 March, so such a date is read as a text.
    const checked = text.replace(tomlDate, (all, name: string, day: string, time: string) =>
      isDay.test(day) ? all : `${name}"${day}${time}"`,
    );
    return { data: parseToml(checked) };
  } catch (cause) {
    const line = cause instanceof TomlError ? cause.line + 1 : 1;
    throw new FrontMatterError(reasonOf(cause), line, cause);
  }
}

function readJson(text: string, firstLine = 2): Parsed {
  try {
    return { data: JSON.parse(text) };
  } catch (cause) {
    const reason = reasonOf(cause);
    const [, position] = /at position (\d+)/.exec(reason) ?? [];
    const lines = text.slice(0, Number(position ?? 0)).split("\n").length;
    throw new FrontMatterError(reason, firstLine + lines - 1, cause);
  }
}

function toMapping(data: unknown): Record<string, unknown> {
  if (data === null || data === undefined) return {};
  if (typeof data !== "object" || Array.isArray(data)) {
    throw new FrontMatterError("it must be a mapping of names to values", 2);
  }
  return data as Record<string, unknown>;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
