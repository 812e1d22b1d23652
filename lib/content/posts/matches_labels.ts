import { isInLanguage } from "../../base/text/language_tag.ts";
import { toName, toNames } from "../../base/text/name.ts";

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

/** Returns a filter with names in the form of the posts' names. */
export function namedFilter<Filter extends LabelFilter>(filter: Filter): Filter {
  const { section, tags, notTags } = filter;
  return {
    ...filter,
    ...(section !== undefined && { section: toName(section) }),
    ...(tags && { tags: toNames(tags) }),
    ...(notTags && { notTags: toNames(notTags) }),
  };
}

/** Returns true if the labels of a post match a filter. Both have names in the form of {@link toName}. */
export function matchesLabels(post: Labels, { section, language, tags, notTags }: LabelFilter): boolean {
  return (
    (section === undefined || post.section === section) &&
    (language === undefined || isInLanguage(post.language, language)) &&
    (tags === undefined || tags.some((tag) => post.tags.includes(tag))) &&
    notTags?.some((tag) => post.tags.includes(tag)) !== true
  );
}
