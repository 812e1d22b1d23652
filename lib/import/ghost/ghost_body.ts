import { renderMarkdown } from "../markdown/mod.ts";
import { type CardLosses, longestMarkdown } from "./card_losses.ts";
import { EditorContentError } from "./editor_content_error.ts";
import { type JsonObject, textOf } from "./json_value.ts";
import { lexicalToHtml } from "./lexical_to_html.ts";
import { mobiledocToHtml } from "./mobiledoc_to_html.ts";

/** The content of a post, or the reason why it cannot be read. */
export type GhostBody = { html: string } | { reason: string };

const editors = [
  { field: "lexical", name: "Lexical", toHtml: lexicalToHtml },
  { field: "mobiledoc", name: "Mobiledoc", toHtml: mobiledocToHtml },
  {
    field: "markdown",
    name: "Markdown",
    toHtml: markdownToHtml,
  },
] as const;

const gatedStart = "<!--kg-gated-block:begin";
const gatedEnd = "<!--kg-gated-block:end-->";

/**
 * Returns the content of a post as HTML. Ghost renders `html` whenever a post is saved, so it is preferred. Without it,
 * the content of the newest editor is rendered.
 *
 * @param losses counts the cards that are not kept with all their content
 */
export function ghostBody(post: JsonObject, losses: CardLosses): GhostBody {
  const html = textOf(post["html"]) ?? "";
  if (html.trim() !== "") return { html: withoutGatedBlocks(html, losses) };
  let reason: string | undefined;
  for (const { field, name, toHtml } of editors) {
    const text = textOf(post[field]);
    if (text === undefined) continue;
    try {
      return { html: toHtml(text, losses) };
    } catch (error) {
      if (!(error instanceof EditorContentError)) throw error;
      reason ??= `has no HTML, and its content in ${name} cannot be read: ${error.message}`;
    }
  }
  return reason === undefined ? { html } : { reason };
}

/** @throws {EditorContentError} if the text is too long */
function markdownToHtml(text: string, losses: CardLosses): string {
  if (!losses.addMarkdown(text.length)) {
    throw new EditorContentError(`it is longer than ${longestMarkdown} characters`);
  }
  return renderMarkdown(text, { dialect: "editor" }).html;
}

/** Removes the blocks that Ghost shows only to members. They must not become public. */
function withoutGatedBlocks(html: string, losses: CardLosses): string {
  if (!html.includes(gatedStart)) return html;
  const parts: string[] = [];
  let from = 0;
  for (let start = html.indexOf(gatedStart); start !== -1; start = html.indexOf(gatedStart, from)) {
    const end = html.indexOf(gatedEnd, start);
    const stop = end === -1 ? html.length : end + gatedEnd.length;
    const options = html.slice(start + gatedStart.length, html.indexOf("-->", start));
    parts.push(html.slice(from, start));
    if (/\bnonMember:true\b/.test(options)) parts.push(html.slice(start, stop));
    else losses.addForMembers("html");
    from = stop;
  }
  return parts.join("") + html.slice(from);
}
