import { toJson } from "../../base/text/well_formed.ts";
import { htmlElement, textElement } from "../../publishing/feeds/xml.ts";

/** Writes elements with texts. */
export function elements(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([name, text]) => textElement(name, text))
    .join("");
}

/** Writes elements with HTML. WordPress keeps titles and names as HTML, too. */
export function htmlElements(texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts)
    .map(([name, html]) => htmlElement(name, html))
    .join("");
}

/** Writes a custom field of a post. */
export function metaElement(name: string, value: unknown): string {
  const fields = elements({ "wp:meta_key": name }) + htmlElements({ "wp:meta_value": metaValue(value) });
  return `<wp:postmeta>\n${fields}</wp:postmeta>\n`;
}

/** Returns a time as WordPress writes it. */
export function toWordPressTime(instant: string): string {
  return instant.slice(0, "2026-01-01T00:00:00".length).replace("T", " ");
}

/** Returns a value as WordPress stores it: lists of texts in the form of PHP, and other lists and objects as JSON. */
function metaValue(value: unknown): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value !== "object" || value === null) return String(value);
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return toJson(value);
  const items = value.map(
    (item, index) => `i:${index};s:${new TextEncoder().encode(item).length}:"${item}";`,
  );
  return `a:${items.length}:{${items.join("")}}`;
}
