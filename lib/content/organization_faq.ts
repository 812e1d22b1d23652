import type { FaqOptions } from "../faq/mod.ts";

/** How questions are found in the posts of an organization. Fields that are left out are as the host says. */
export interface OrganizationFaq extends Pick<
  FaqOptions,
  "answerFormat" | "bareText" | "headingText" | "sources"
> {
  /**
   * Whether a post takes the question mark of its `inLanguage` besides `?`: in ja, zh, ko, ar, fa, ur, el and hy.
   * Default: false.
   */
  languages?: boolean;
}

/** How questions are found in the posts of all organizations, as a host says. */
export interface HostFaq extends FaqOptions, Pick<OrganizationFaq, "languages"> {}
