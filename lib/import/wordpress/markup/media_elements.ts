import { escapeXml } from "../../../base/text/escape_xml.ts";

const audioFile = /\.(?:mp3|m4a|ogg|oga|wav|flac|wma)$/i;
const videoFile = /\.(?:mp4|m4v|webm|ogv|mov|wmv|flv)$/i;

/** Returns the kind of a media file by its name. */
export function mediaKind(url: string): "audio" | "video" | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  if (audioFile.test(path)) return "audio";
  return videoFile.test(path) ? "video" : undefined;
}

/** Returns a start tag. Attributes without a value are left out. */
export function startTag(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const texts = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? "" : ` ${attribute}="${toAttribute(value)}"`,
  );
  return `<${name}${texts.join("")}>`;
}

/** Returns an audio or video element with its sources. */
export function mediaElement(
  kind: "audio" | "video",
  sources: readonly string[],
  more: { attributes?: Readonly<Record<string, string | undefined>>; content?: string } = {},
): string {
  const [only, ...others] = sources;
  const isSingle = others.length === 0;
  const start = startTag(kind, { src: isSingle ? only : undefined, ...more.attributes }).replace(
    `<${kind}`,
    `<${kind} controls`,
  );
  const elements = isSingle ? [] : sources.map((src) => startTag("source", { src }));
  return `${start}${elements.join("")}${more.content ?? ""}</${kind}>`;
}

/** Returns a link to a media file or page, as an embedded element. */
export function embedded(url: string): string {
  const address = decodeAmpersands(url);
  const kind = mediaKind(address);
  if (kind !== undefined) return mediaElement(kind, [address]);
  return `${startTag("a", { href: address })}${escapeXml(address, "element")}</a>`;
}

/** Escapes a value that was possibly escaped before. */
function toAttribute(value: string): string {
  return escapeXml(decodeAmpersands(value), "attribute");
}

function decodeAmpersands(text: string): string {
  return text.replaceAll(/&(?:amp|#0?38|quot|#0?34|#0?39);/g, (entity) =>
    entity.includes("q") || entity.includes("34") ? '"' : entity.includes("39") ? "'" : "&",
  );
}
