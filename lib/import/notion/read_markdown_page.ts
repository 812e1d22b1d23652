import { isAudienceName } from "../front_matter/fields/front_matter_audience.ts";
import { notionBlocks } from "./notion_blocks.ts";
import { isFieldName } from "./notion_fields.ts";
import type { NotionPage, NotionProperty } from "./notion_page.ts";

const propertyLine = /^([^:\n]{0,60}):(?: (.*))?$/;
/** Maximum number of lines of properties. */
const mostLines = 1000;

/**
 * Reads a page of the export "Markdown & CSV": a heading, lines such as `Tags: a, b`, and the content.
 *
 * @param columns names of the columns of the page's database. Default: a block of lines is properties if one has the name of a field of posts, or says who reads the page
 */
export function readMarkdownPage(text: string, columns: readonly string[] | undefined): NotionPage {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  let at = afterBlankLines(lines, 0);
  const heading = lines[at] ?? "";
  const title = heading.startsWith("# ") ? heading.slice(2).trim() || undefined : undefined;
  if (heading.startsWith("# ")) at = afterBlankLines(lines, at + 1);
  const end = lines.findIndex((line, index) => index >= at && line.trim() === "");
  const block = lines.slice(at, end < 0 ? lines.length : end);
  const properties = columns === undefined ? guessedProperties(block) : knownProperties(block, columns);
  if (properties.length > 0) at = afterBlankLines(lines, at + block.length);
  return { title, properties, body: [...notionBlocks(lines.slice(at))].join("\n"), bodyLine: at + 1 };
}

function afterBlankLines(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.trim() === "") at++;
  return at;
}

/** Reads properties by the names of the columns. Other lines continue the value before them. */
function knownProperties(block: readonly string[], columns: readonly string[]): NotionProperty[] {
  const found: NotionProperty[] = [];
  // A name can begin with another name and a colon.
  const names = columns.toSorted((one, other) => other.length - one.length);
  for (const line of block) {
    const name = names.find((one) => line === `${one}:` || line.startsWith(`${one}: `));
    const last = found.at(-1);
    if (name !== undefined) found.push({ name, text: line.slice(name.length + 1).trim() });
    else if (last === undefined) return [];
    else last.text = `${last.text} ${line.trim()}`;
  }
  return found;
}

/** Reads properties whose names are unknown. Returns none if the lines can be a paragraph. */
function guessedProperties(block: readonly string[]): NotionProperty[] {
  if (block.length > mostLines) return [];
  const found: NotionProperty[] = [];
  for (const line of block) {
    const [, name, text = ""] = propertyLine.exec(line) ?? [];
    if (name === undefined) return [];
    found.push({ name, text: text.trim() });
  }
  return found.some(({ name, text }) => isFieldName(name) || isAudienceName(name, text)) ? found : [];
}
