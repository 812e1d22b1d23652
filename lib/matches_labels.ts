import { isInLanguage } from "./language_tag.ts";

/** The fields of a post that filters compare. */
export interface Labels {
  section: string;
  language: string;
  tags: readonly string[];
}

/** Filter of posts by their labels. Undefined fields restrict nothing. */
export interface LabelFilter {
  section?: string | undefined;
  /** Language range, see {@link isInLanguage}. */
  language?: string | undefined;
  /** Only posts with any of these tags. */
  tags?: readonly string[] | undefined;
  /** Only posts without any of these tags. */
  notTags?: readonly string[] | undefined;
}

/** Returns true if the labels of a post match a filter. Sections and tags are compared exactly. */
export function matchesLabels(post: Labels, { section, language, tags, notTags }: LabelFilter): boolean {
  return (
    (section === undefined || post.section === section) &&
    (language === undefined || isInLanguage(post.language, language)) &&
    (tags === undefined || tags.some((tag) => post.tags.includes(tag))) &&
    notTags?.some((tag) => post.tags.includes(tag)) !== true
  );
}
