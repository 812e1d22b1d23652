import { escapeXml } from "../../../base/text/escape_xml.ts";
import type { Attachment, Attachments } from "../attachment.ts";
import { htmlTokens } from "../markup/html_tokens.ts";
import { mediaElement, mediaKind, startTag } from "../markup/media_elements.ts";
import type { Shortcode } from "./shortcode.ts";

const mediaAttributes = "src mp3 m4a ogg wav flac wma mp4 m4v webm ogv wmv flv mov 0".split(" ");

/** Maximum number of tags and texts before the text of a caption: the image, its link and white space. */
const maxTokensBeforeCaption = 20;

/** Records for the shortcodes of a post. */
export interface RenderContext {
  attachments: Attachments;
  /** Called with the id of each attachment that is not in the export. */
  missing: (id: string) => void;
  /** Number of attachments that galleries and playlists can still show. */
  itemsLeft: number;
}

/**
 * Renders a shortcode of WordPress as HTML. Returns undefined if the export lacks the attachments of a gallery, or if the
 * post shows too many attachments.
 */
export function renderShortcode(shortcode: Shortcode, context: RenderContext): string | undefined {
  const { name, attributes, content = "" } = shortcode;
  if (name === "caption" || name === "wp_caption") return renderCaption(attributes, content);
  if (name === "audio" || name === "video") return renderMedia(name, attributes, content);
  const ids = (attributes["ids"] ?? attributes["include"])?.split(",").map((id) => id.trim());
  const excluded = new Set(attributes["exclude"]?.split(",").map((id) => id.trim()));
  const wanted = (ids ?? context.attachments.ofPost()).filter((id) => id !== "" && !excluded.has(id));
  if (wanted.length > context.itemsLeft) return undefined;
  context.itemsLeft -= wanted.length;
  const items: Attachment[] = [];
  for (const id of wanted) {
    const item = context.attachments.byId(id);
    if (item !== undefined) items.push(item);
    else if (ids !== undefined) context.missing(id);
  }
  const html = name === "gallery" ? gallery(items, attributes) : playlist(items, attributes);
  return html === "" ? undefined : `<figure class="${name}">\n${html}</figure>`;
}

function renderCaption(attributes: Shortcode["attributes"], content: string): string {
  const [image, text] = splitCaption(content);
  const caption = attributes["caption"] ?? text;
  if (caption === "") return content;
  const figure = startTag("figure", {
    id: attributes["id"],
    class: `wp-caption ${attributes["align"] ?? "alignnone"}`,
  });
  const shown = attributes["caption"] === undefined ? image : content.trim();
  return `${figure}${shown}<figcaption class="wp-caption-text">${caption}</figcaption></figure>`;
}

/** Splits the content of a caption into the image with its link, and the text after it. */
function splitCaption(content: string): [image: string, text: string] {
  let end = 0;
  let imageEnd = 0;
  let count = 0;
  for (const { kind, name, text, isClosing } of htmlTokens(content)) {
    const isExpected =
      imageEnd === 0 ? text.trim() === "" || name === "a" || name === "img" : name === "a" && isClosing;
    if (++count > maxTokensBeforeCaption || (!isExpected && (imageEnd > 0 || kind === "text"))) break;
    end += text.length;
    if (name === "img" || imageEnd > 0) imageEnd = end;
  }
  return [content.slice(0, imageEnd).trim(), content.slice(imageEnd).trim()];
}

function renderMedia(
  kind: "audio" | "video",
  attributes: Shortcode["attributes"],
  content: string,
): string | undefined {
  const sources = mediaAttributes.map((name) => attributes[name] ?? "").filter((url) => url !== "");
  if (sources.length === 0) return undefined;
  const more = kind === "audio" ? {} : pick(attributes, ["poster", "width", "height"]);
  return `<figure>${mediaElement(kind, sources, { attributes: more, content: content.trim() })}</figure>`;
}

function pick(attributes: Shortcode["attributes"], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])),
  );
}

function gallery(items: readonly Attachment[], { link }: Shortcode["attributes"]): string {
  return items
    .filter(({ url }) => mediaKind(url) === undefined)
    .map((item) => {
      const { url, alt = "", caption } = item;
      const image = startTag("img", { src: url, alt });
      const shown = link === "file" ? `${startTag("a", { href: url })}${image}</a>` : image;
      return `<figure class="gallery-item">${shown}${captionElement(caption)}</figure>\n`;
    })
    .join("");
}

function playlist(items: readonly Attachment[], { type = "audio" }: Shortcode["attributes"]): string {
  return items
    .filter(({ url }) => mediaKind(url) === type)
    .map(({ url, title, caption }) => {
      const text = title === undefined ? caption : escapeXml(title, "element");
      return `<figure>${mediaElement(type === "video" ? "video" : "audio", [url])}${captionElement(text)}</figure>\n`;
    })
    .join("");
}

function captionElement(html: string | undefined): string {
  return html === undefined ? "" : `<figcaption>${html}</figcaption>`;
}
