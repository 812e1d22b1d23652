import type { Audience } from "../values/audience.ts";
import { addParagraphs } from "./paragraphs/add_paragraphs.ts";
import type { Attachments } from "./attachment.ts";
import { type CommentOptions, withoutComments } from "./block_comments.ts";
import { Counts } from "../values/counts.ts";
import { escapeCode } from "./shortcodes/escape_code.ts";
import { linkEmbeds } from "./embed_links.ts";
import { renderBuilders } from "./shortcodes/builder_shortcodes.ts";
import { htmlTokens } from "./markup/html_tokens.ts";
import { readNotices } from "./restrictions/restricted_notices.ts";
import { renderShortcodes } from "./shortcodes/render_shortcodes.ts";
import type { Steps } from "../../base/yielding.ts";
import { shortcodesIn } from "./shortcodes/unknown_shortcodes.ts";

const pieceLength = 100_000;

/** Replaces the line ends of Windows and of old Macs by line feeds. */
function* withLineFeeds(text: string): Steps<string> {
  if (!text.includes("\r")) return text;
  const pieces: string[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    yield;
    end = start + pieceLength;
    // A line end of two characters stays in one piece.
    if (text[end - 1] === "\r" && text[end] === "\n") end++;
    pieces.push(text.slice(start, end).replaceAll(/\r\n?/g, "\n"));
  }
  return pieces.join("");
}

/** Records of the export that a post's content refers to. */
export interface ContentRecords extends Pick<CommentOptions, "patternOf" | "footnotes"> {
  attachments: Attachments;
  /** Counts the parts that are left out. */
  audience: Audience;
}

/** The content of a post as HTML, and parts of it that could not be rendered. */
export interface WordPressHtml {
  html: string;
  /** HTML before `<!--more-->`, if it is short. */
  teaser?: string;
  /** Shortcodes that stay in the text. */
  shortcodes: Counts;
  /** Shortcodes of page builders of which nothing is kept. */
  lostBuilders: Counts;
  /** Blocks without content, which WordPress renders from other data. */
  dynamicBlocks: Counts;
  /** Texts in attributes of blocks that are not in the HTML. */
  attributeTexts: Counts;
  /** Ids of attachments that are not in the export. */
  missing: Counts;
}

/** Maximum length of the HTML before `<!--more-->` that is an excerpt. */
const maxTeaserLength = 2000;

/**
 * Converts WordPress content to HTML, in the order of WordPress: code, embedded addresses, block comments, paragraphs,
 * other shortcodes. Quotes and dashes stay as they were written.
 */
export function* wordpressToHtml(
  content: string,
  { attachments, audience, patternOf, footnotes }: ContentRecords,
): Steps<WordPressHtml> {
  const dynamicBlocks = new Counts();
  const attributeTexts = new Counts();
  const missing = new Counts();
  const lostBuilders = new Counts();
  const code = yield* escapeCode(yield* withLineFeeds(content));
  const text = yield* linkEmbeds(yield* renderBuilders(code, { attachments, audience, lost: lostBuilders }));
  const { html, hasBlocks, teaser } = yield* withoutComments(text, {
    patternOf,
    footnotes,
    audience,
    dynamicBlocks,
    attributeTexts,
  });
  const render = function* (part: string, onMissing: (id: string) => void): Steps<string> {
    const paragraphs = hasBlocks ? part : yield* addParagraphs(part);
    return (yield* renderShortcodes(paragraphs, attachments, onMissing)).trim();
  };
  const rendered = yield* render(html, (id) => missing.add(id));
  const shortcodes = yield* shortcodesIn(rendered);
  const result = { html: rendered, shortcodes, lostBuilders, dynamicBlocks, attributeTexts, missing };
  if (teaser === undefined || teaser.length > maxTeaserLength) return result;
  return { ...result, teaser: yield* render(teaser, () => undefined) };
}

/**
 * Takes over HTML that WordPress rendered for its visitors. Style sheets are left out, because WordPress adds them for its galleries and
 * layouts.
 */
export function* renderedToHtml(content: string, audience: Audience): Steps<WordPressHtml> {
  readNotices(content, audience);
  const parts: string[] = [];
  for (const { kind, name, text } of htmlTokens(content)) {
    yield;
    if (kind !== "raw" || name !== "style") parts.push(text);
  }
  const [dynamicBlocks, attributeTexts] = [new Counts(), new Counts()];
  const { html, teaser } = yield* withoutComments(parts.join(""), {
    patternOf: () => undefined,
    audience,
    dynamicBlocks,
    attributeTexts,
  });
  const shortcodes = yield* shortcodesIn(html);
  const counts = { lostBuilders: new Counts(), dynamicBlocks, attributeTexts, missing: new Counts() };
  const result = { html: html.trim(), shortcodes, ...counts };
  return teaser === undefined || teaser.length > maxTeaserLength ? result : { ...result, teaser };
}
