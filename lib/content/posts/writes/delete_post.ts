import { DamagedRecordError, type Store, type StoreChanges, type Stored } from "../../../store/mod.ts";
import { commitPost } from "./commit_post.ts";
import { findRemains } from "./damaged_post.ts";
import type { ContentDeps } from "../../organizations/organizations.ts";
import type { PostAddress, StoredPost } from "../post_forms.ts";
import {
  type PostWriteOptions,
  requireExpected,
  requireReplaceable,
  repeatPostWrite,
} from "./post_precondition.ts";
import { keysOf, postKey } from "../post_record.ts";
import { previewEntriesOf } from "../../previews/previews.ts";
import { revisionKeys } from "../post_revision.ts";
import { DeletedPosts } from "../../redirects/deleted_posts.ts";
import { presenceEntriesOf } from "../../working_copies/presence.ts";
import { copyKeys } from "../../working_copies/read_working_copy.ts";

const action = "Cannot delete the post";

/**
 * Deletes a post with its history, then its redirects.
 *
 * @returns true if the post existed
 * @throws {PreconditionFailedError} if a precondition of the options fails
 */
export async function deletePost(
  deps: ContentDeps,
  address: PostAddress,
  { state: known, isSilent, ...options }: PostWriteOptions,
): Promise<boolean> {
  const { organizationSlug } = address;
  const deletedPosts = new DeletedPosts(deps);
  const deleted = await repeatPostWrite(deps.store, { ...address, action, state: known }, async (state) => {
    const found = await state.findPost();
    if (found === null) return { isFound: false };
    const hasRemains = found instanceof DamagedRecordError;
    if (hasRemains) requireReplaceable(found, options, action);
    else requireExpected(found.post.data, options, action);
    const deletion = hasRemains
      ? await deletionOfRemains(deps.store, address)
      : deletionOf(deps.store, address, found.post);
    if (deletion === null) return null;
    const { id, changes } = deletion;
    const before = hasRemains ? null : found.post.data;
    if (before !== null) options.judge?.requireWrite(before, null);
    const [deletedEntries, sets] = await Promise.all([
      changes.deletedEntries,
      id === undefined ? [] : deletedPosts.recordsOf(organizationSlug, id),
    ]);
    const write = { before, after: null, isSilent, hasRemains, state };
    const result = await commitPost(deps, organizationSlug, { ...changes, deletedEntries, sets }, write);
    return result.committed ? { isFound: true, redirectedId: sets.length > 0 ? id : undefined } : null;
  });
  const { isFound, redirectedId } = deleted;
  if (redirectedId !== undefined) await deletedPosts.deleteRedirects(organizationSlug, redirectedId);
  return isFound;
}

/** The commit that deletes a post, and the post's id if it is known. */
interface Deletion {
  changes: Pick<StoreChanges, "checks" | "deletes"> & { deletedEntries: string[] | Promise<string[]> };
  id: number | undefined;
}

function deletionOf(
  store: Store,
  { organizationSlug, slug }: PostAddress,
  { data, version }: Stored<StoredPost>,
): Deletion {
  const changes = {
    checks: [{ key: postKey(slug), version }],
    deletes: [...keysOf(data), ...revisionKeys(data), ...copyKeys(data.id)],
    deletedEntries: Promise.all([
      previewEntriesOf(store, organizationSlug, data.id),
      presenceEntriesOf(store, organizationSlug, data.id),
    ]).then((entries) => entries.flat()),
  };
  return { changes, id: data.id };
}

/** Returns the commit that deletes a damaged post, or null if the post has been replaced since it was read. */
async function deletionOfRemains(
  store: Store,
  { organizationSlug, slug }: PostAddress,
): Promise<Deletion | null> {
  const remains = await findRemains(store, ["org", organizationSlug], slug);
  if (remains === null) return null;
  const changes = { checks: [remains.check], deletedEntries: [...remains.keys, ...remains.history] };
  return { changes, id: remains.before?.id };
}
