import { longestHeadline } from "../longest_headline.ts";
import type { Post } from "./content_source.ts";
import { languageWarning } from "./language_warning.ts";

/** A fact about a post that is allowed, and probably not what its author wants. */
export interface PostWarning {
  /** JSON pointer to the field of the post. */
  pointer: string;
  message: string;
}

const headlineMessage = `is longer than ${longestHeadline} characters: search results may cut it off`;

/** Returns the warnings for a post that follow from the post alone. */
export function textWarnings(post: Pick<Post, "name" | "html" | "inLanguage">): PostWarning[] {
  const warnings: PostWarning[] = [];
  const message = languageWarning(post);
  if (message !== undefined) warnings.push({ pointer: "/inLanguage", message });
  if (post.name.length > longestHeadline) warnings.push({ pointer: "/name", message: headlineMessage });
  return warnings;
}
