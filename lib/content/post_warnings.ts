import type { Organization, Post } from "./content_source.ts";

/** A fact about a post that is allowed, and probably not what its author wants. */
export interface PostWarning {
  /** JSON pointer to the field of the post. */
  pointer: string;
  message: string;
}

/** Returns the warnings for a post that was written. */
export function postWarnings(
  { paidContent = "open", slug }: Pick<Organization, "paidContent" | "slug">,
  { isAccessibleForFree = true }: Pick<Post, "isAccessibleForFree">,
): PostWarning[] {
  if (isAccessibleForFree || paidContent === "key") return [];
  const message = `is false, and everyone can read the content in the API: paidContent of the organization "${slug}" is open`;
  return [{ pointer: "/isAccessibleForFree", message }];
}
