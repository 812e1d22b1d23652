import { DamagedRecordError, type Store, type StoreChanges } from "../store/mod.ts";
import { findRemains } from "./damaged_post.ts";
import type { FoundPost } from "./find_post.ts";
import { keysOf, postKey } from "./post_record.ts";
import { previewEntriesOf } from "./previews/previews.ts";
import { revisionKeys } from "./post_revision.ts";
import { workingCopyKey } from "./working_copies/working_copy_record.ts";

/** Returns the commit that deletes a post and its history, or null if the post has changed since it was read. */
export async function deletionOf(
  store: Store,
  organizationSlug: string,
  { slug, found }: { slug: string; found: FoundPost | DamagedRecordError },
): Promise<StoreChanges | null> {
  if (found instanceof DamagedRecordError) {
    const remains = await findRemains(store, ["org", organizationSlug], slug);
    if (remains === null) return null;
    return { checks: [remains.check], deletedEntries: [...remains.keys, ...remains.history] };
  }
  const { data, version } = found.post;
  return {
    checks: [{ key: postKey(slug), version }],
    deletes: [...keysOf(data), ...revisionKeys(data), workingCopyKey(data.id)],
    deletedEntries: await previewEntriesOf(store, organizationSlug, data.id),
  };
}
