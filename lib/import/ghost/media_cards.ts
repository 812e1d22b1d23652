import { escapeHtml, startTag } from "../markup/escape_html.ts";
import { button, caption, card, type CardRenderer, element, escapedIn, textIn } from "./card_payload.ts";
import { type JsonObject, listOf, objectOf } from "./json_value.ts";

function image(payload: JsonObject, urlName = "src"): string {
  const src = textIn(payload, urlName);
  if (src === "") return "";
  return startTag("img", {
    src,
    alt: textIn(payload, "alt"),
    title: textIn(payload, "title") || undefined,
    ...sizeOf(payload),
    loading: "lazy",
  });
}

function sizeOf(payload: JsonObject): { width?: string; height?: string } {
  const [width, height] = [Number(payload["width"]), Number(payload["height"])];
  return width > 0 && height > 0 ? { width: String(width), height: String(height) } : {};
}

function imageCard(payload: JsonObject): string {
  const shown = image(payload);
  if (shown === "") return "";
  const href = textIn(payload, "href");
  return card("figure", "image", (href === "" ? shown : element("a", { href }, shown)) + caption(payload));
}

function gallery(payload: JsonObject): string {
  const images = listOf(payload["images"]).map((one) => image(objectOf(one) ?? {}));
  const shown = images.filter((one) => one !== "").join("");
  return shown === "" ? "" : card("figure", "gallery", shown + caption(payload));
}

function beforeAfter(payload: JsonObject): string {
  const images = ["beforeImage", "afterImage"].map((name) => image(objectOf(payload[name]) ?? {})).join("");
  return images === "" ? "" : card("figure", "before-after", images + caption(payload));
}

function audio(payload: JsonObject): string {
  const src = textIn(payload, "src");
  if (src === "") return "";
  const player = `${startTag("audio", { src, preload: "metadata" }).slice(0, -1)} controls></audio>`;
  const title = element("div", { class: "kg-audio-title" }, escapedIn(payload, "title"));
  return card("div", "audio", title + player + element("p", {}, textIn(payload, "caption")));
}

function video(payload: JsonObject): string {
  const src = textIn(payload, "src");
  if (src === "") return "";
  const poster = textIn(payload, "customThumbnailSrc") || textIn(payload, "thumbnailSrc");
  const attributes = { src, poster: poster || undefined, ...sizeOf(payload), preload: "metadata" };
  const player = `${startTag("video", attributes).slice(0, -1)} controls playsinline></video>`;
  return card("figure", "video", player + caption(payload));
}

function file(payload: JsonObject): string {
  const href = textIn(payload, "src");
  if (href === "") return "";
  const parts = [
    element("div", { class: "kg-file-card-title" }, escapedIn(payload, "fileTitle")),
    element("div", { class: "kg-file-card-caption" }, escapedIn(payload, "fileCaption")),
    element("div", { class: "kg-file-card-filename" }, escapedIn(payload, "fileName")),
  ].join("");
  return card(
    "div",
    "file",
    element("a", { class: "kg-file-card-container", href }, parts || escapeHtml(href)),
  );
}

function embed(payload: JsonObject): string {
  const html = textIn(payload, "html");
  const url = textIn(payload, "url");
  const shown = html || (url === "" ? "" : element("a", { href: url }, escapeHtml(url)));
  return shown === "" ? "" : card("figure", "embed", shown + caption(payload));
}

function bookmark(payload: JsonObject): string {
  const href = textIn(payload, "url");
  if (href === "") return "";
  // Old exports have the metadata in the payload itself.
  const metadata = objectOf(payload["metadata"]) ?? payload;
  const text = (name: string, kind: string, tag = "div"): string =>
    element(tag, { class: `kg-bookmark-${kind}` }, escapedIn(metadata, name));
  const source =
    image(metadata, "icon") + text("author", "author", "span") + text("publisher", "publisher", "span");
  const content = [
    text("title", "title") || element("div", { class: "kg-bookmark-title" }, escapeHtml(href)),
    text("description", "description"),
    element("div", { class: "kg-bookmark-metadata" }, source),
  ].join("");
  const link =
    element("div", { class: "kg-bookmark-content" }, content) +
    element("div", { class: "kg-bookmark-thumbnail" }, image(metadata, "thumbnail"));
  return card(
    "figure",
    "bookmark",
    element("a", { class: "kg-bookmark-container", href }, link) + caption(payload),
  );
}

function buttonCard(payload: JsonObject): string {
  return card("div", "button", button(payload, { url: "buttonUrl", text: "buttonText" }));
}

/** Renderers of images, players, links and embeds, by kind. */
export const mediaCards: Readonly<Record<string, CardRenderer>> = {
  image: imageCard,
  gallery,
  "before-after": beforeAfter,
  audio,
  video,
  file,
  embed,
  bookmark,
  button: buttonCard,
};
