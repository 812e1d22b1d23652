import type { Change } from "../../events/mod.ts";
import { isPublic } from "../posts/post_record.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import type { StoredRedirect } from "./redirect_record.ts";

/**
 * Returns the events of redirects that change without a write of their post. Redirects to a post that is not public have no events, because
 * they respond with 404.
 *
 * @param post the post that the redirects lead to
 * @param now milliseconds since the epoch
 * @param options.areRemoved true if the redirects are removed. Default: false.
 */
export function redirectEvents(
  redirects: readonly StoredRedirect[],
  post: StoredPost | null | undefined,
  now: number,
  { areRemoved = false }: { areRemoved?: boolean } = {},
): Change[] {
  if (!post || !isPublic(post, now)) return [];
  const { slug } = post;
  return redirects.map(({ from }) => ({
    type: "redirect.changed",
    data: areRemoved ? { from } : { from, slug },
  }));
}
