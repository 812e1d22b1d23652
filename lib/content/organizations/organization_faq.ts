import type { FaqOptions } from "../../faq/mod.ts";

/** An organization's settings for FAQ extraction. The host's settings fill in missing fields. */
export interface OrganizationFaq extends Pick<
  FaqOptions,
  "answerFormat" | "bareText" | "clean" | "headingText" | "sources"
> {
  /**
   * True to accept the question mark of the post's `inLanguage` in addition to `?`, in ja, zh, ko, ar, fa, ur, el and hy.
   * Default: false.
   */
  languages?: boolean;
}

/** A host's settings for FAQ extraction in all organizations. */
export interface HostFaq extends FaqOptions, Pick<OrganizationFaq, "languages"> {}
