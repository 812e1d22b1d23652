import type { Organization, Post } from "./content_source.ts";
import { type PostWarning, textWarnings } from "./text_warnings.ts";

/** Returns the warnings for a post that was written. */
export function postWarnings(
  { paidContent = "open", slug }: Pick<Organization, "paidContent" | "slug">,
  post: Post,
): PostWarning[] {
  const { isAccessibleForFree = true } = post;
  if (isAccessibleForFree || paidContent === "key") return textWarnings(post);
  const message = `is false, and everyone can read the content in the API: paidContent of the organization "${slug}" is open`;
  return [{ pointer: "/isAccessibleForFree", message }, ...textWarnings(post)];
}
