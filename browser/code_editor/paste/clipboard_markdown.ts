import { newElement, treeToMarkdown } from "../../../lib/publishing/html_to_markdown/mod.ts";
import { cleanChildren } from "./clean_nodes.ts";
import { parseClipboard, styleOf } from "./parse_clipboard.ts";

/** Characters of the longest HTML that is converted. Longer HTML is pasted as plain text. */
const longestHtml = 1_000_000;

/** Markup that plain text would lose. Docs and Word end a paragraph by a single line feed in plain text, which Markdown joins. */
const markup =
  "a[href], b, strong, em, i, del, s, code, sup, sub, h1, h2, h3, h4, h5, h6, p ~ p, ul, ol, table, blockquote, pre, hr, img, [data-style*=italic], [data-style*=line-through], [data-style*=font-weight], [data-style*=mso-list]";

/** Returns the Markdown of HTML from the clipboard. Undefined if its plain text is as good: it has no markup, or is source code. */
export function clipboardMarkdown(html: string): string | undefined {
  if (html.length > longestHtml) return undefined;
  const body = parseClipboard(html);
  if (isSourceCode(body) || body.querySelector(markup) === null) return undefined;
  const markdown = treeToMarkdown(newElement("body", {}, cleanChildren(body)));
  return markdown.trim() === "" ? undefined : markdown;
}

/** True for the clipboard of a code editor, a single element that keeps all spaces. */
function isSourceCode({ children }: Element): boolean {
  const [first, ...others] = [...children].filter(({ localName }) => localName !== "meta");
  if (first === undefined || others.length > 0) return false;
  return first.localName === "pre" || /white-space:\s*pre\b/i.test(styleOf(first));
}
