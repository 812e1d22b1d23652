import { escapeHtml } from "../markup/escape_html.ts";
import type { CardLosses } from "./card_losses.ts";
import { type CardRenderer, element, escapedIn, textIn } from "./card_payload.ts";
import { type JsonObject, objectOf, textOf } from "./json_value.ts";
import { mediaCards } from "./media_cards.ts";
import { textCards } from "./text_cards.ts";

const renderers: ReadonlyMap<string, CardRenderer> = new Map(Object.entries({ ...mediaCards, ...textCards }));
const onlyInEmails: ReadonlySet<string> = new Set(["email", "email-cta"]);
const onlyInGhost: ReadonlySet<string> = new Set(["signup", "transistor"]);

/** Fields with HTML, and fields with plain text, that are kept of unknown cards. */
const htmlFields = ["heading", "header", "subheader", "html", "content", "description", "caption"];
const plainFields = ["title", "text", "code"];

/** Renders a card of Ghost's editors. Lexical and Mobiledoc have the same kinds of cards with the same fields. */
export function cardToHtml(kind: string, payload: JsonObject, losses: CardLosses): string {
  if (onlyInEmails.has(kind) || isOnlyInEmails(payload)) {
    losses.add("only-in-emails", kind);
    return "";
  }
  if (isOnlyForMembers(payload)) {
    losses.addForMembers(kind);
    return "";
  }
  if (onlyInGhost.has(kind)) losses.add("works-only-in-ghost", kind);
  const render = renderers.get(kind);
  const markdown = textOf(payload["markdown"]) ?? "";
  if (render !== undefined && markdown !== "" && !losses.addMarkdown(markdown.length)) {
    losses.add("too-long", kind);
    return element("pre", {}, escapeHtml(markdown));
  }
  if (render !== undefined) return render(payload);
  if (!onlyInGhost.has(kind)) losses.add("unknown", kind);
  return textOfCard(payload);
}

function isOnlyInEmails(payload: JsonObject): boolean {
  const visibility = objectOf(payload["visibility"]);
  const web = objectOf(visibility?.["web"]);
  if (web !== undefined) return web["nonMember"] === false && web["memberSegment"] === "";
  return visibility?.["emailOnly"] === true || visibility?.["showOnWeb"] === false;
}

function isOnlyForMembers(payload: JsonObject): boolean {
  return objectOf(objectOf(payload["visibility"])?.["web"])?.["nonMember"] === false;
}

function textOfCard(payload: JsonObject): string {
  const parts = [
    ...plainFields.map((name) => element("p", {}, escapedIn(payload, name))),
    ...htmlFields.map((name) => element("div", {}, textIn(payload, name))),
  ];
  return parts.join("");
}
