import { escapeXml } from "../../../base/text/escape_xml.ts";
import { renderShortcode } from "./render_shortcode.ts";
import type { TemplateOptions } from "./template_options.ts";

/** Tags of quotations. The line after the tag begins a block of Markdown. */
const quotations: ReadonlySet<string> = new Set(["blockquote", "quote", "pullquote"]);

/** Tags that show the same as the shortcodes with these names. */
const shortcodes: ReadonlySet<string> = new Set([
  "gist",
  "instagram",
  "tweet",
  "twitter",
  "vimeo",
  "youtube",
]);

/** Returns the HTML of a tag that generators have themselves, or undefined for other tags. */
export function openingTag(
  name: string,
  rest: string,
  { isPaired, ...options }: TemplateOptions & { isPaired: boolean },
): string | undefined {
  if (quotations.has(name) && isPaired) return `<blockquote>\n${name === "pullquote" ? "" : source(rest)}\n`;
  if (name === "iframe") return frame(argumentsOf(rest));
  if (!shortcodes.has(name)) return undefined;
  const positional = argumentsOf(rest).slice(0, name === "gist" ? 2 : 1);
  return renderShortcode(
    { name, isClosing: false, isSelfClosing: false, positional, named: new Map() },
    options,
  );
}

/** Returns the HTML of the end of a tag. */
export function closingTag(name: string): string {
  return quotations.has(name) ? "</blockquote>" : "";
}

/** Returns the author and the address of a quotation, in its first line. The title of the address is behind it. */
function source(rest: string): string {
  const [url = ""] = /https?:\/\/\S+/.exec(rest) ?? [];
  const start = url === "" ? rest.length : rest.indexOf(url);
  const author = escapeXml(rest.slice(0, start).trim(), "element");
  const title = rest.slice(start + url.length).trim() || url;
  const link = `<a href="${escapeXml(url, "attribute")}">${escapeXml(title, "element")}</a>`;
  const parts = [author, url === "" ? "" : link].filter((part) => part !== "");
  return parts.length === 0 ? "" : `<p><cite>${parts.join(", ")}</cite></p>\n`;
}

function frame([address = ""]: readonly string[]): string | undefined {
  if (!/^(?:https?:)?\//.test(address)) return undefined;
  return `<iframe src="${escapeXml(address, "attribute")}"></iframe>`;
}

/** Splits the arguments of a tag, which can be in quotes. */
function argumentsOf(rest: string): string[] {
  return [...rest.matchAll(/"([^"]*)"|'([^']*)'|([^\s"',]+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}
