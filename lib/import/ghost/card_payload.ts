import { escapeHtml, startTag } from "../markup/escape_html.ts";
import { isTrue, type JsonObject, textOf } from "./json_value.ts";

/** Renders the payload of a card. An empty string means that the card has no content. */
export type CardRenderer = (payload: JsonObject) => string;

/** Returns a text of the payload without surrounding space, or an empty string. */
export function textIn(payload: JsonObject | undefined, name: string): string {
  return (textOf(payload?.[name]) ?? "").trim();
}

/** Returns a text of the payload, escaped for HTML. */
export function escapedIn(payload: JsonObject | undefined, name: string): string {
  return escapeHtml(textIn(payload, name));
}

/** Returns an element, or an empty string if the content is empty. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  content: string,
): string {
  return content === "" ? "" : `${startTag(name, attributes)}${content}</${name}>`;
}

/** Returns the caption of a card, which is HTML. */
export function caption(payload: JsonObject): string {
  return element("figcaption", {}, textIn(payload, "caption"));
}

/** Returns a link that looks like a button. Returns an empty string without a URL. */
export function button(payload: JsonObject, names: { url: string; text: string; isShown?: string }): string {
  const href = textIn(payload, names.url);
  const isShown = names.isShown === undefined || isTrue(payload[names.isShown]);
  if (href === "" || !isShown) return "";
  return element("a", { class: "kg-btn", href }, escapedIn(payload, names.text) || escapeHtml(href));
}

/** Returns the element of a card with Ghost's class names. */
export function card(name: string, kind: string, content: string): string {
  return element(name, { class: `kg-card kg-${kind}-card` }, content);
}
