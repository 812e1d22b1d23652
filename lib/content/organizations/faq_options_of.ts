import type { FaqOptions } from "../../faq/mod.ts";
import type { Organization } from "../sources/content_source.ts";
import type { Post } from "../posts/post_forms.ts";
import { canonicalLanguageTag } from "../../base/text/language_tag.ts";
import type { HostFaq } from "./organization_faq.ts";

/** Returns the options for FAQ extraction from a post. Each field of the organization's settings overrides the host's field. */
export function faqOptionsOf(
  { faq, language }: Pick<Organization, "faq" | "language">,
  { inLanguage = language }: Pick<Post, "inLanguage">,
  host: HostFaq,
): FaqOptions {
  const { languages = false, ...options }: HostFaq = faq === undefined ? host : { ...host, ...faq };
  if (!languages) return options;
  // A host's content source may return any text as the language, and tags may have any length.
  const primary = canonicalLanguageTag(inLanguage)?.split("-", 1)[0];
  return primary === undefined ? options : { ...options, language: primary };
}
