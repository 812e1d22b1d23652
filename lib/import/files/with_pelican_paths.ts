import type { GeneratorName } from "../site_config/generators.ts";
import { codeRangesOf, type MarkdownDialect, replaceOutsideOfCode } from "../markdown/mod.ts";

/** The marks before paths of files in links of Pelican. */
const mark = String.raw`(?:\{(?:filename|static|attach)\}|\|(?:filename|static|attach)\|)(?=[^\s])`;
const inMarkdown = new RegExp(String.raw`(?<=\]\(<?|\]:[ \t]<?|["'])${mark}`, "g");
const inHtml = new RegExp(String.raw`(?<=\s(?:href|src)=["'])${mark}`, "g");

/** Returns the text of a file of Pelican with the paths of its links, such as `b.md` for `{filename}b.md`. Other texts stay. */
export function withPelicanPaths(
  text: string,
  { generator, dialect }: { generator: GeneratorName | undefined; dialect: MarkdownDialect | "html" },
): string {
  if (generator !== "pelican" || !/[{|](?:filename|static|attach)[}|]/.test(text)) return text;
  if (dialect === "html") return text.replace(inHtml, "");
  return replaceOutsideOfCode(text, codeRangesOf(text, dialect), { pattern: inMarkdown, render: () => "" });
}
