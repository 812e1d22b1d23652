import { given } from "../../base/given.ts";
import type { FaqOptions } from "../../faq/mod.ts";
import { languageMarks, LONGEST_SKIPPED, MOST_SKIPPED } from "../../faq/reading.ts";
import type { OrganizationFaq, HostFaq } from "./organization_faq.ts";
import type { Organization } from "../sources/content_source.ts";
import type { Post } from "../posts/post_forms.ts";
import { canonicalLanguageTag } from "../../base/text/language_tag.ts";

/** The change of settings that turns a heading that looks like a question into an entry. */
export interface FaqSettingsChange {
  /** Settings to add to the organization's. `sources` contains only new sources. */
  faq: OrganizationFaq;
  /** True if the post must also name a different language, because its `inLanguage` does not use this question mark. */
  needsLanguage: boolean;
}

/** A language for each question mark other than `?`. */
const languagesWithMarks = ["ja", "ar", "el", "hy"];

/**
 * Returns the organization settings that have the same effect as options of the extractor.
 *
 * @param added the options to add
 * @param inForce the current options
 * @param inLanguage the language of the post
 * @returns the settings, or undefined if no organization setting has this effect
 */
export function faqSettingsFor(
  added: FaqOptions | undefined,
  inForce: FaqOptions,
  inLanguage: string,
): FaqSettingsChange | undefined {
  if (added === undefined) return undefined;
  const { sources, headingText, answerEnd, bareText, clean, closingMarks, ...rest } = added;
  const { language, questionMarks, ...others } = rest;
  if (Object.keys(others).length > 0) return undefined;
  const further = sources?.filter((source) => !inForce.sources?.includes(source));
  const flags = { bareText, clean, closingMarks };
  const faq: OrganizationFaq = given({ sources: further, headingText, answerEnd, ...flags });
  const marks = questionMarks?.filter((mark) => !takesMark(mark, inForce)) ?? [];
  if (marks.length === 0 && language === undefined) return { faq, needsLanguage: false };
  const [own = ""] = inLanguage.split("-", 1);
  const speaking = [own, ...languagesWithMarks].filter((one) => language === undefined || one === language);
  const found = speaking.find((one) => marks.every((mark) => takesMark(mark, { language: one })));
  return found === undefined ? undefined : { faq: { ...faq, languages: true }, needsLanguage: found !== own };
}

function takesMark(mark: string, { questionMarks = ["?"], language }: FaqOptions): boolean {
  return [...questionMarks, ...languageMarks(language).final].some((known) => mark.endsWith(known));
}

/**
 * Returns the options for FAQ extraction from a post. Each field of the organization's settings overrides the host's field. The questions that the post
 * leaves out are added to those of the settings.
 */
export function faqOptionsOf(
  { faq, language }: Pick<Organization, "faq" | "language">,
  { inLanguage = language, faqSkip = [] }: Pick<Post, "inLanguage" | "faqSkip">,
  host: HostFaq,
): FaqOptions {
  const { languages = false, ...settings }: HostFaq = faq === undefined ? host : { ...host, ...faq };
  const skipped = Array.isArray(faqSkip) ? faqSkip.filter(isSkipItem).slice(0, MOST_SKIPPED) : [];
  const options =
    skipped.length === 0 ? settings : { ...settings, skip: [...(settings.skip ?? []), ...skipped] };
  if (!languages) return options;
  // A host's content source may return any text as the language, and tags may have any length.
  const primary = canonicalLanguageTag(inLanguage)?.split("-", 1)[0];
  return primary === undefined ? options : { ...options, language: primary };
}

/** True for a text that the extractor accepts. A host's content source may return any. */
function isSkipItem(text: unknown): text is string {
  return typeof text === "string" && text.trim() !== "" && text.length <= LONGEST_SKIPPED;
}
