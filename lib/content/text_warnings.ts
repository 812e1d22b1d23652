import type { Post } from "./content_source.ts";
import { languageWarning } from "./language_warning.ts";

/** A fact about a post that is allowed, and probably not what its author wants. */
export interface PostWarning {
  /** JSON pointer to the field of the post. */
  pointer: string;
  message: string;
}

/** Returns the warnings for a post that follow from the post alone. */
export function textWarnings(post: Pick<Post, "html" | "inLanguage">): PostWarning[] {
  const message = languageWarning(post);
  return message === undefined ? [] : [{ pointer: "/inLanguage", message }];
}
