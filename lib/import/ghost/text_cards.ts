import { escapeHtml } from "../markup/escape_html.ts";
import { renderMarkdown } from "../markdown/mod.ts";
import { button, caption, card, type CardRenderer, element, escapedIn, textIn } from "./card_payload.ts";
import { isTrue, type JsonObject, textOf } from "./json_value.ts";
import { mediaCards } from "./media_cards.ts";

/** Renders a toggle as `details` with Ghost's class names, so the FAQ sources `details` and `ghost-toggle` both find it. */
function toggle(payload: JsonObject): string {
  const heading = element("h4", { class: "kg-toggle-heading-text" }, textIn(payload, "heading"));
  const content = element("div", { class: "kg-toggle-content" }, textIn(payload, "content"));
  return card("details", "toggle", element("summary", { class: "kg-toggle-heading" }, heading) + content);
}

function callout(payload: JsonObject): string {
  const emoji = element("div", { class: "kg-callout-emoji" }, escapedIn(payload, "calloutEmoji"));
  const text = element("div", { class: "kg-callout-text" }, textIn(payload, "calloutText"));
  return text === "" ? "" : card("div", "callout", emoji + text);
}

function header(payload: JsonObject): string {
  const isNew = Number(textOf(payload["version"]) ?? 1) > 1;
  const content =
    element("h2", { class: "kg-header-card-heading" }, textIn(payload, "header")) +
    element(isNew ? "p" : "h3", { class: "kg-header-card-subheading" }, textIn(payload, "subheader")) +
    button(payload, { url: "buttonUrl", text: "buttonText", isShown: "buttonEnabled" });
  return card("div", "header", content);
}

function signup(payload: JsonObject): string {
  const content =
    element("h2", { class: "kg-signup-card-heading" }, textIn(payload, "header")) +
    element("p", { class: "kg-signup-card-subheading" }, textIn(payload, "subheader")) +
    element("p", { class: "kg-signup-card-disclaimer" }, textIn(payload, "disclaimer"));
  return card("div", "signup", content);
}

function product(payload: JsonObject): string {
  const title = element("h4", { class: "kg-product-card-title" }, textIn(payload, "productTitle"));
  const stars = Math.round(Number(textOf(payload["productStarRating"]) ?? 0));
  const hasStars = isTrue(payload["productRatingEnabled"]) && stars >= 1 && stars <= 5;
  const rating = hasStars
    ? `<div class="kg-product-card-rating">${"★".repeat(stars)}${"☆".repeat(5 - stars)}</div>`
    : "";
  const content =
    title +
    rating +
    element("div", { class: "kg-product-card-description" }, textIn(payload, "productDescription")) +
    button(payload, { url: "productUrl", text: "productButton", isShown: "productButtonEnabled" });
  if (content === rating) return "";
  const src = textIn(payload, "productImageSrc");
  return card("div", "product", (src === "" ? "" : imageOf(src)) + content);
}

function callToAction(payload: JsonObject): string {
  const src = textIn(payload, "imageUrl");
  const isSponsored = isTrue(payload["hasSponsorLabel"]);
  const content =
    (isSponsored ? textIn(payload, "sponsorLabel") : "") +
    (src === "" ? "" : imageOf(src)) +
    textIn(payload, "textValue") +
    button(payload, { url: "buttonUrl", text: "buttonText", isShown: "showButton" });
  return card("div", "cta", content);
}

function imageOf(src: string): string {
  return mediaCards["image"]?.({ src }) ?? "";
}

function code(payload: JsonObject): string {
  const text = textOf(payload["code"]) ?? "";
  if (text.trim() === "") return "";
  const language = textIn(payload, "language");
  const content = element(
    "code",
    { class: language === "" ? undefined : `language-${language}` },
    escapeHtml(text),
  );
  const shown = `<pre>${content}</pre>`;
  return textIn(payload, "caption") === "" ? shown : card("figure", "code", shown + caption(payload));
}

function markdown(payload: JsonObject): string {
  return renderMarkdown(textOf(payload["markdown"]) ?? "", { dialect: "editor" }).html.trim();
}

const rule: CardRenderer = () => "<hr>";
const html: CardRenderer = (payload) => textIn(payload, "html");

/** Renderers of texts, by kind. */
export const textCards: Readonly<Record<string, CardRenderer>> = {
  toggle,
  callout,
  header,
  signup,
  product,
  "call-to-action": callToAction,
  code,
  codeblock: code,
  html,
  markdown,
  "card-markdown": markdown,
  hr: rule,
  horizontalrule: rule,
  divider: rule,
  paywall: () => "<!--members-only-->",
};
