import type { Organization } from "../../sources/content_source.ts";
import type { Post } from "../post_forms.ts";
import { type PostWarning, textWarnings } from "./text_warnings.ts";

/** Returns the warnings for a written post. */
export function postWarnings(
  { paidContent = "open", slug }: Pick<Organization, "paidContent" | "slug">,
  post: Post,
): PostWarning[] {
  const { isAccessibleForFree = true } = post;
  if (isAccessibleForFree || paidContent === "key") return textWarnings(post);
  const message = `is false, but everyone can read the content in the API, because paidContent of the organization "${slug}" is open`;
  return [{ pointer: "/isAccessibleForFree", message }, ...textWarnings(post)];
}
