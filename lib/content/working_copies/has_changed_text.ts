import type { Store } from "../../store/mod.ts";
import { copiedFields } from "../posts/post_fields.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { readRevisions } from "../posts/read_revisions.ts";

const names: ReadonlySet<string> = new Set(copiedFields);

/**
 * Returns true if a later revision changed the text of a post. Its status and its slug are not part of the text. If the later revisions are no longer
 * stored, the text counts as changed.
 */
export async function hasChangedText(
  store: Store,
  organizationSlug: string,
  { post, since }: { post: StoredPost; since: number },
): Promise<boolean> {
  if (since === post.revision) return false;
  const revisions = await readRevisions(store, organizationSlug, post);
  const later = revisions.filter(({ number }) => number > since);
  if (later.length !== post.revision - since) return true;
  return later.some(({ changed }) => changed.some((name) => names.has(name)));
}
