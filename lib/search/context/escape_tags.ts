import { markdownLines } from "../../base/text/markdown_lines.ts";

/** Start of a tag, a comment or an address in angle brackets. */
const tagStart = /<(?=[a-z/!?])/gi;

/** Escapes the HTML tags of a plain text, which may have fenced code, so that Markdown shows them and a reader's page keeps its structure. */
export function escapeTags(text: string): string {
  if (!text.includes("<")) return text;
  return Array.from(markdownLines(text), ({ text: line, before, after }) =>
    before !== "" || after !== "" ? line : line.replace(tagStart, String.raw`\<`),
  ).join("\n");
}
