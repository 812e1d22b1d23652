import type { MarkdownDialect } from "../../content/mod.ts";

/** The beginning of a text that is searched for the signs of a dialect. */
const sampleLength = 200_000;

/** Signs of a dialect in a file. */
export interface DialectSigns {
  /** The file's path, separated by `/`. */
  path: string;
  /** The file's content with its front matter. */
  text: string;
}

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
  return "github";
}
