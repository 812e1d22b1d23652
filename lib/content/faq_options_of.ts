import type { FaqOptions } from "../faq/mod.ts";
import type { Organization, Post } from "./content_source.ts";
import { canonicalLanguageTag } from "./language_tag.ts";
import type { HostFaq } from "./organization_faq.ts";

/** Returns the options by which questions are found in a post: the organization's go before the host's, field by field. */
export function faqOptionsOf(
  { faq, language }: Pick<Organization, "faq" | "language">,
  { inLanguage = language }: Pick<Post, "inLanguage">,
  host: HostFaq,
): FaqOptions {
  const { languages = false, ...options }: HostFaq = faq === undefined ? host : { ...host, ...faq };
  if (!languages) return options;
  // A content source of a host may have any text there, and tags may be of any length.
  const primary = canonicalLanguageTag(inLanguage)?.split("-", 1)[0];
  return primary === undefined ? options : { ...options, language: primary };
}
