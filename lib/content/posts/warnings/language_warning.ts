import { wordsTextSteps } from "../../../faq/reading.ts";
import { runStepsSync } from "../../../base/yielding.ts";
import type { Post } from "../post_forms.ts";
import { latin, type Script, scripts, scriptShares } from "./script_shares.ts";

/** Maximum number of characters of HTML that are read, so that a long post does not block the event loop. */
const sampleLength = 16_384;

/** Minimum share of the expected script in a mostly Latin text. Code and product names are Latin in every language. */
const leastOwnShare = 0.1;

/** Scripts of ISO 15924 codes that stand for several scripts, or for a variant. */
const scriptOfCode: Readonly<Record<string, string>> = {
  Hans: "Hani",
  Hant: "Hani",
  Bopo: "Hani",
  Kore: "Hang",
  Aran: "Arab",
};

/** Languages with more than one script, and tags that name no single language. */
const undecided: ReadonlySet<string> = new Set(
  "az bs kk ks ku ky mis mn mul pa sd sh sr tg tk tt ug und uz zxx".split(" "),
);

/** Returns a warning if the post's text is in a script that its language tag's language does not use. */
export function languageWarning({
  html = "",
  inLanguage = "",
}: Pick<Post, "html" | "inLanguage">): string | undefined {
  const expected = scriptOf(inLanguage);
  if (expected === undefined) return undefined;
  const shares = scriptShares(runStepsSync(wordsTextSteps(html.slice(0, sampleLength))));
  const [found] = [...shares].find(([, share]) => share > 0.5) ?? [];
  if (found === undefined || found === expected) return undefined;
  if (found === latin && (shares.get(expected) ?? 0) >= leastOwnShare) return undefined;
  const advice = found.isShared ? `the text's language, such as ${found.tag}` : found.tag;
  return `is ${inLanguage}, but the text is mostly ${found.language}. Set it to ${advice}`;
}

/** Returns the script of a tag's language, or undefined if it is unknown or not unique. */
function scriptOf(tag: string): Script | undefined {
  try {
    const locale = new Intl.Locale(tag);
    // V8 has no `language` property for `und`.
    const [language = ""] = locale.baseName.split("-", 1);
    if (locale.script === undefined && undecided.has(language)) return undefined;
    const { script: code = "" } = locale.maximize();
    return scripts.find((script) => script.code === (scriptOfCode[code] ?? code));
  } catch {
    // A content source may return a malformed tag.
    return undefined;
  }
}
