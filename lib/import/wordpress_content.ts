/** Elements that are siblings of paragraphs, not their content. */
const blocks =
  "address|article|aside|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul|video|audio|iframe|script|style";
const blockStart = new RegExp(`(<(?:${blocks})(?=[\\s/>]))`, "gi");
const blockEnd = new RegExp(`(</(?:${blocks})>)`, "gi");
const anyBlock = new RegExp(`</?(?:${blocks})(?=[\\s/>])`, "i");

/** Built-in shortcodes of WordPress. */
const ownShortcodes: ReadonlySet<string> = new Set([
  "audio",
  "caption",
  "embed",
  "gallery",
  "playlist",
  "video",
]);

/** Converts WordPress content to HTML. Removes block comments, and adds paragraph tags to older posts. */
export function wordpressToHtml(content: string): string {
  const text = content.replaceAll("\r\n", "\n");
  const html = text.replace(/<!-- ?\/?(?:wp:[^>]*|more|nextpage) ?-->\n?/g, "");
  const hasBlocks = html.length < text.length && text.includes("<!-- wp:");
  return (hasBlocks || /<p[\s>]/i.test(html) ? html : addParagraphs(html)).trim();
}

/** Returns the distinct names of the shortcodes in a text, such as `[gallery ids="1,2"]` and `[note]…[/note]`. */
export function shortcodesIn(content: string): string[] {
  const names = new Set<string>();
  for (const [, name = "", rest = ""] of content.matchAll(/\[([a-z][\w-]{0,60})((?: [^\]\n]{0,500})?)\]/g)) {
    const hasAttributes = /\w=/.test(rest) || rest.trim() === "/";
    if (ownShortcodes.has(name) || hasAttributes || content.includes(`[/${name}]`)) names.add(name);
  }
  return [...names];
}

/** Adds paragraph tags. Before the block editor, WordPress separated paragraphs by blank lines. */
function addParagraphs(text: string): string {
  return text
    .split(/(<pre[\s>](?:(?!<\/pre>)[\s\S])*<\/pre>)/i)
    .map((part, index) => (index % 2 === 1 ? part : wrapChunks(part)))
    .join("\n");
}

function wrapChunks(text: string): string {
  return text
    .replace(blockStart, "\n\n$1")
    .replace(blockEnd, "$1\n\n")
    .split(/\n{2,}/)
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk !== "")
    .map((chunk) => (anyBlock.test(chunk) ? chunk : `<p>${chunk.replaceAll("\n", "<br>\n")}</p>`))
    .join("\n");
}
