import {
  codeRangesOf,
  fencedCode,
  type MarkdownDialect,
  RangeCursor,
  replaceOutsideOfCode,
} from "../markdown/mod.ts";
import { toDestination } from "../links/page_references.ts";
import { markdownName } from "../paths/page_path.ts";

/** A tag for a picture or file, or a block of code. All repetitions have bounds, and a block ends at the next end tag. */
const tag =
  /\{%[ \t]{0,9}(asset_img|asset_path|asset_link|img|codeblock|code)[ \t]{1,9}([^%\n]{0,1000})%\}|\{%[ \t]{0,9}(?:codeblock|code)[ \t]{0,9}%\}/g;
const codeEnd = /\{%[ \t]{0,9}end(?:codeblock|code)[ \t]{0,9}%\}/g;
const word = /"([^"]{0,500})"|'([^']{0,500})'|(\S{1,500})/g;

/** Returns the Markdown of a post of Hexo with its tags for pictures and files as Markdown, and its tags for code as fenced code. */
export function withHexoTags(
  markdown: string,
  { path, dialect }: { path: string; dialect: MarkdownDialect },
): string {
  if (!markdown.includes("{%")) return markdown;
  const text = withFencedCode(markdown, new RangeCursor(codeRangesOf(markdown, dialect)));
  const folder = (path.split("/").at(-1) ?? "").replace(markdownName, "");
  return replaceOutsideOfCode(text, codeRangesOf(text, dialect), {
    pattern: tag,
    render: ([, name, given = ""]) => {
      const words = [...given.matchAll(word)].map((found) => found[1] ?? found[2] ?? found[3] ?? "");
      const at = words.findIndex((one) => /\.\w{1,10}$/.test(one));
      const file = words[at];
      if (name === undefined || file === undefined) return undefined;
      // The files of a post are in the folder with its name.
      const address = toDestination(name === "img" ? file : `${folder}/${file}`);
      const texts = words.slice(at + 1).filter((one) => !/^\d{1,5}(?:px|%)?$/.test(one));
      if (name === "asset_path") return address;
      if (name === "asset_link") return `[${texts.join(" ") || file}](${address})`;
      return `![${texts.join(" ").replace(/[[\]]/g, "")}](${address})`;
    },
  });
}

function withFencedCode(text: string, ranges: RangeCursor): string {
  const parts: string[] = [];
  let position = 0;
  for (const { 0: whole, 1: name = "code", 2: given = "", index } of text.matchAll(tag)) {
    if (!name.startsWith("code") || index < position || ranges.at(index) !== undefined) continue;
    codeEnd.lastIndex = index + whole.length;
    const end = codeEnd.exec(text);
    if (end === null) break;
    const [, language = ""] = /\blang:([\w+#-]{1,30})/.exec(given) ?? [];
    const code = text.slice(index + whole.length, end.index).replace(/^\n|\n$/g, "");
    parts.push(text.slice(position, index), fencedCode(code, language));
    position = codeEnd.lastIndex;
  }
  return parts.join("") + text.slice(position);
}
