import type { MarkdownDialect } from "../../content/mod.ts";
import { codeRangesOf, RangeCursor } from "./templates/mod.ts";

/** The beginning of a text that is searched for the signs of a dialect. */
const sampleLength = 200_000;

/** Signs of a dialect in a file. */
export interface DialectSigns {
  /** The file's path, separated by `/`. */
  path: string;
  /** The file's content with its front matter. */
  text: string;
}

/** The end of a component alone on its line, or a comment of JavaScript, which can be the id of a heading. */
const mdxSign =
  /^[ \t]{0,20}(?:<\/[A-Z][\w.]{0,100}>|<[A-Z][\w.]{0,100}(?:\s[^<>\n]{0,500})?\/>|(?:#{1,6} [^\n]{0,500})?\{\/\*[^\n*]{1,200}\*\/\})[ \t]{0,20}$/gm;

/** Detects the dialect of a file by its path and content. Default: `github`. */
export function detectDialect({ path, text }: DialectSigns): MarkdownDialect {
  if (/\.mdx$/i.test(path)) return "mdx";
  const sample = text.slice(0, sampleLength);
  if (/\{\{[<%]/.test(sample) || sample.startsWith("+++")) return "hugo";
  const isJekyll = /(?:^|\/)_(?:posts|drafts)\//.test(path) || /(?:^|\/)\d{4}-\d\d?-\d\d?-[^/]*$/.test(path);
  const isKramdown = /(?:^|[\n\])*_`])\{:{1,2}[ .#\w/-]|\{::(?:comment|nomarkdown|options)\b/.test(sample);
  if (isKramdown) return "kramdown";
  const hasLiquid = /\{%-? *\w|\{\{-? *(?:site|page)\.\w/.test(sample);
  if (isJekyll && (hasLiquid || /^layout:/m.test(sample))) return "kramdown";
  if (hasLiquid) return "liquid";
  if (isMdx(sample)) return "mdx";
  return "github";
}

/** Some sites, such as those of Next.js, have MDX in files `.md`. */
function isMdx(sample: string): boolean {
  const code = new RangeCursor(codeRangesOf(sample, "mdx"));
  return [...sample.matchAll(mdxSign)].some(({ index }) => code.at(index) === undefined);
}
