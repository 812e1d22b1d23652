import { type HtmlToken, htmlTokens } from "./html_tokens.ts";
import { embedded, mediaKind } from "./media_elements.ts";

/** Sites whose pages WordPress embeds. */
const embeddedSites = new Set(
  (
    "animoto.com anghami.com bsky.app canva.com cloudup.com crowdsignal.com dai.ly dailymotion.com facebook.com flic.kr flickr.com " +
    "imgur.com instagram.com issuu.com kickstarter.com kck.st meetup.com meetu.ps mixcloud.com pinterest.com " +
    "pocketcasts.com polldaddy.com poll.fm reddit.com reverbnation.com screencast.com scribd.com slideshare.net " +
    "smugmug.com soundcloud.com speakerdeck.com spotify.com survey.fm ted.com tiktok.com tumblr.com twitter.com " +
    "videopress.com vimeo.com vine.co wolframcloud.com wordpress.tv x.com youtube.com youtu.be"
  ).split(" "),
);

const address = /^https?:\/\/[^\s<>"]{1,2000}$/;
const embedShortcode =
  /\[embed(?:\s[^[\]]{0,500})?\]\s{0,20}(https?:\/\/[^\s<>"[\]]{1,2000})\s{0,20}\[\/embed\]/g;

/**
 * Makes links in figures of the addresses on lines of their own, which WordPress embeds, and of the shortcode `[embed]`.
 * Media files become audio and video elements.
 */
export function linkEmbeds(html: string): string {
  const text = html.includes("[embed")
    ? html.replaceAll(embedShortcode, (_all, url: string) => figure(url))
    : html;
  return text.includes("://") ? linkLines(text) : text;
}

function linkLines(html: string): string {
  const tokens = [...htmlTokens(html)];
  const parts: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const isParagraph = before !== undefined && isParagraphTag(before, false) && isParagraphTag(after, true);
    if (token.kind !== "text") parts.push(token.text);
    else if (isParagraph && isEmbedded(token.text.trim())) {
      parts[parts.length - 1] = figure(token.text.trim());
      index++;
    } else {
      const isInWrapper = before?.text.includes("wp-block-embed__wrapper") ?? false;
      parts.push(linkText(token.text, { isFirst: !before, isLast: !after, isInWrapper }));
    }
  }
  return parts.join("");
}

function isParagraphTag(token: HtmlToken | undefined, isClosing: boolean): boolean {
  return token?.kind === "tag" && token.name === "p" && token.isClosing === isClosing;
}

/** Replaces the lines of a text that are addresses. The first and the last line can continue in other tokens. */
function linkText(
  text: string,
  { isFirst, isLast, isInWrapper }: { isFirst: boolean; isLast: boolean; isInWrapper: boolean },
): string {
  if (!text.includes("://")) return text;
  const lines = text.split("\n");
  const replaced = lines.map((line, index) => {
    const isWhole =
      (index > 0 || isFirst || isInWrapper) && (index < lines.length - 1 || isLast || isInWrapper);
    const url = line.trim();
    if (!isWhole || !address.test(url)) return line;
    if (isInWrapper) return embedded(url);
    return isEmbedded(url) ? figure(url) : line;
  });
  return replaced.join("\n");
}

function isEmbedded(url: string): boolean {
  if (!address.test(url) || !URL.canParse(url)) return false;
  if (mediaKind(url) !== undefined) return true;
  const labels = new URL(url).hostname.split(".");
  return embeddedSites.has(labels.slice(-2).join("."));
}

function figure(url: string): string {
  return `<figure>${embedded(url)}</figure>`;
}
