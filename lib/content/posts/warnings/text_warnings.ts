import { withoutInvisible } from "../../../base/text/format_characters.ts";
import { longestHeadline } from "../../../publishing/mod.ts";
import type { Post } from "../post_forms.ts";
import { languageWarning } from "./language_warning.ts";
import type { Organization } from "../../sources/content_source.ts";

/** A field of a post that is valid, but probably a mistake. */
export interface PostWarning {
  /** JSON pointer to the field of the post. */
  pointer: string;
  message: string;
}

const headlineMessage = `is longer than ${longestHeadline} characters: search results may cut it off`;

/** Returns the warnings that depend on the post only. */
export function textWarnings(post: Pick<Post, "name" | "html" | "inLanguage">): PostWarning[] {
  const warnings: PostWarning[] = [];
  const message = languageWarning(post);
  if (message !== undefined) warnings.push({ pointer: "/inLanguage", message });
  if (withoutInvisible(post.name).length > longestHeadline)
    warnings.push({ pointer: "/name", message: headlineMessage });
  return warnings;
}

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
