import { type HtmlToken, htmlTokens } from "./markup/html_tokens.ts";
import { embedded, mediaKind } from "./markup/media_elements.ts";
import type { Steps } from "../../base/yielding.ts";

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
export function* linkEmbeds(html: string): Steps<string> {
  if (!html.includes("://")) return html;
  return yield* linkLines(html.includes("[embed") ? yield* linkShortcodes(html) : html);
}

function* linkShortcodes(html: string): Steps<string> {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: all, 1: url = "", index } of html.matchAll(embedShortcode)) {
    yield;
    parts.push(html.slice(end, index), figure(url));
    end = index + all.length;
  }
  return parts.join("") + html.slice(end);
}

function* linkLines(html: string): Steps<string> {
  const tokens: HtmlToken[] = [];
  for (const token of htmlTokens(html)) {
    yield;
    tokens.push(token);
  }
  const parts: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    yield;
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
      parts.push(yield* linkText(token.text, { isFirst: !before, isLast: !after, isInWrapper }));
    }
  }
  return parts.join("");
}

function isParagraphTag(token: HtmlToken | undefined, isClosing: boolean): boolean {
  return token?.kind === "tag" && token.name === "p" && token.isClosing === isClosing;
}

/** Replaces the lines of a text that are addresses. The first and the last line can continue in other tokens. */
function* linkText(
  text: string,
  { isFirst, isLast, isInWrapper }: { isFirst: boolean; isLast: boolean; isInWrapper: boolean },
): Steps<string> {
  if (!text.includes("://")) return text;
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    yield;
    const isWhole = isInWrapper || ((index > 0 || isFirst) && (index < lines.length - 1 || isLast));
    const url = line.trim();
    if (!isWhole || !address.test(url)) continue;
    if (isInWrapper) lines[index] = embedded(url);
    else if (isEmbedded(url)) lines[index] = figure(url);
  }
  return lines.join("\n");
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
