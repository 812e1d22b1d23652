import { BoundedMap } from "../../../base/bounded_map.ts";
import { withoutInvisible } from "../../../base/text/format_characters.ts";
import { longestHeadline } from "../../../publishing/mod.ts";
import type { Post } from "../post_forms.ts";
import type { Organization } from "../../sources/content_source.ts";
import { wordsTextSteps } from "../../../faq/reading.ts";
import { runStepsSync } from "../../../base/yielding.ts";
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
function languageWarning({
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

/** Scripts of tags, within a number of characters. A host's source may return any tags. */
const scriptsOfTags = new BoundedMap<{ script: Script | undefined }>(100_000, (_script, tag) => tag.length);

/** Returns the script of a tag's language, or undefined if it is unknown or not unique. */
function scriptOf(tag: string): Script | undefined {
  const known = scriptsOfTags.get(tag) ?? { script: findScript(tag) };
  scriptsOfTags.set(tag, known);
  return known.script;
}

function findScript(tag: string): Script | undefined {
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

/** A field of a post that is valid, but probably a mistake. */
export interface PostWarning {
  /** JSON pointer to the field of the post. */
  pointer: string;
  message: string;
}

const headlineMessage = `is longer than ${longestHeadline} characters: search results may cut it off`;

/** Returns the warnings that depend on the post only. */
export function textWarnings(post: Pick<Post, "name" | "html" | "inLanguage">): PostWarning[] {
  const warnings: PostWarning[] = [];
  const message = languageWarning(post);
  if (message !== undefined) warnings.push({ pointer: "/inLanguage", message });
  if (withoutInvisible(post.name).length > longestHeadline)
    warnings.push({ pointer: "/name", message: headlineMessage });
  return warnings;
}

/** Returns the warnings for a written post. */
export function postWarnings(
  { paidContent = "open", slug }: Pick<Organization, "paidContent" | "slug">,
  post: Post,
): PostWarning[] {
  const { isAccessibleForFree = true } = post;
  if (isAccessibleForFree || paidContent === "key") return textWarnings(post);
  const message = `is false, but everyone can read the content in the API, because paidContent of the organization "${slug}" is open`;
  return [{ pointer: "/isAccessibleForFree", message }, ...textWarnings(post)];
}
