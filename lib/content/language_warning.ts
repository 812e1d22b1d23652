import { htmlToText } from "../faq/mod.ts";
import type { Post } from "./content_source.ts";
import { latin, type Script, scripts, scriptShares } from "./script_shares.ts";

/** Characters at the beginning of the HTML that are read: a sample, so that a long post holds no event loop. */
const sampleLength = 16_384;

/** Least share of the tag's own script in a text that is mostly Latin: code and names of products are Latin in every language. */
const leastOwnShare = 0.1;

/** Codes of ISO 15924 for several scripts, or for forms of one. */
const scriptOfCode: Readonly<Record<string, string>> = {
  Hans: "Hani",
  Hant: "Hani",
  Bopo: "Hani",
  Kore: "Hang",
  Aran: "Arab",
};

/** Languages in more than one script, and tags of no single language. */
const undecided: ReadonlySet<string> = new Set(
  "az bs kk ks ku ky mis mn mul pa sd sh sr tg tk tt ug und uz zxx".split(" "),
);

/** Returns what is odd about a post's language tag, where the text is in a script that the tag's language is not written in. */
export function languageWarning({
  html = "",
  inLanguage = "",
}: Pick<Post, "html" | "inLanguage">): string | undefined {
  const expected = scriptOf(inLanguage);
  if (expected === undefined) return undefined;
  const shares = scriptShares(htmlToText(html.slice(0, sampleLength)));
  const [found] = [...shares].find(([, share]) => share > 0.5) ?? [];
  if (found === undefined || found === expected) return undefined;
  if (found === latin && (shares.get(expected) ?? 0) >= leastOwnShare) return undefined;
  const advice = found.isShared ? `the text's language, such as ${found.tag}` : found.tag;
  return `is ${inLanguage}, and the text is mostly ${found.language}. Set it to ${advice}`;
}

/** The script of the language of a tag, where it has one that is known. */
function scriptOf(tag: string): Script | undefined {
  try {
    const locale = new Intl.Locale(tag);
    // V8 has no `language` for `und`.
    const [language = ""] = locale.baseName.split("-", 1);
    if (locale.script === undefined && undecided.has(language)) return undefined;
    const { script: code = "" } = locale.maximize();
    return scripts.find((script) => script.code === (scriptOfCode[code] ?? code));
  } catch {
    // A content source may have a tag that is malformed.
    return undefined;
  }
}
