import type { FaqOptions } from "../../faq/mod.ts";

/** An organization's settings for FAQ extraction. The host's settings fill in missing fields. */
export interface OrganizationFaq extends Pick<
  FaqOptions,
  "answerFormat" | "answerEnd" | "bareText" | "clean" | "closingMarks" | "headingText" | "sources"
> {
  /**
   * Questions that are left out: a class such as `.no-faq`, an attribute such as `[data-no-faq]`, or a question. A question
   * with `*` at its end matches any rest. At most 100 texts, each of at most 500 characters. Default: none.
   */
  skip?: readonly string[];
  /**
   * True to accept the question mark of the post's `inLanguage` in addition to `?`, in ja, zh, ko, ar, fa, ur, el and hy.
   * Default: false.
   */
  languages?: boolean;
}

/** A host's settings for FAQ extraction in all organizations. */
export interface HostFaq extends FaqOptions, Pick<OrganizationFaq, "languages"> {}
