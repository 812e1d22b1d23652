import { escapeXml } from "../../base/text/escape_xml.ts";
import { footnotesHeading } from "../markdown/mod.ts";

/** Maximum length of the custom field, and maximum number of footnotes. */
const maxLength = 500_000;
const maxFootnotes = 1000;

/**
 * Returns the list of a post's footnotes, to which the links in its content lead. Each has a link back.
 *
 * @param json the custom field `footnotes`: a list of objects with `id` and `content`, which is HTML
 * @param content HTML to which the list belongs. Footnotes without a link in it are left out. Default: all are listed
 * @returns an empty text if there are no footnotes, or undefined if they cannot be read
 */
export function footnotesHtml(json = "[]", content?: string): string | undefined {
  const footnotes = json.length > maxLength ? undefined : parse(json);
  if (footnotes === undefined || footnotes.length > maxFootnotes) return undefined;
  const linked = content === undefined ? undefined : new Set(linksIn(content));
  const kept = linked === undefined ? footnotes : footnotes.filter((footnote) => linked.has(idOf(footnote)));
  const items = kept.map((footnote, index) => toItem(footnote, index + 1));
  if (items.includes(undefined)) return undefined;
  return items.length === 0
    ? ""
    : `${footnotesHeading}<ol class="wp-block-footnotes">\n${items.join("")}</ol>\n`;
}

function toItem(footnote: unknown, number: number): string | undefined {
  const { id, content } = (footnote ?? {}) as { id?: unknown; content?: unknown };
  if (typeof id !== "string" || typeof content !== "string") return undefined;
  const name = escapeXml(id, "attribute");
  const back = `<a href="#${name}-link" aria-label="Back to reference ${number}">↩</a>`;
  return `<li id="${name}">${content} ${back}</li>\n`;
}

function linksIn(content: string): string[] {
  return [...content.matchAll(/(?:data-fn="|href="#)([^"]{1,200})"/g)].map(([, id = ""]) => id);
}

function idOf(footnote: unknown): string {
  return String((footnote as { id?: unknown } | null)?.id);
}

function parse(json: string): unknown[] | undefined {
  try {
    const found: unknown = JSON.parse(json);
    return Array.isArray(found) ? found : undefined;
  } catch {
    return undefined;
  }
}
