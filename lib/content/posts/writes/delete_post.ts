import { DamagedRecordError, type StoreChanges } from "../../../store/mod.ts";
import { commitPost } from "./commit_post.ts";
import { findRemains } from "./damaged_post.ts";
import { findPostOrDamage, type FoundPost } from "../find_post.ts";
import type { ContentDeps } from "../../organizations/organizations.ts";
import type { PostAddress } from "../post_forms.ts";
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
import { workingCopyKey } from "../../working_copies/read_working_copy.ts";

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
  options: PostWriteOptions,
): Promise<boolean> {
  const { organizationSlug } = address;
  const deletedPosts = new DeletedPosts(deps);
  const deleted = await repeatPostWrite(deps.store, { ...address, action }, async () => {
    const found = await findPostOrDamage(deps.store, organizationSlug, address.slug);
    if (found === null) return { isFound: false };
    if (found instanceof DamagedRecordError) requireReplaceable(found, options, action);
    else requireExpected(found.post.data, options, action);
    const deletion = await deletionOf(deps, address, found);
    if (deletion === null) return null;
    const { id, changes } = deletion;
    const sets = id === undefined ? [] : await deletedPosts.recordsOf(organizationSlug, id);
    const hasRemains = found instanceof DamagedRecordError;
    const before = hasRemains ? null : found.post.data;
    const write = { before, after: null, isSilent: options.isSilent, hasRemains };
    const result = await commitPost(deps, organizationSlug, { ...changes, sets }, write);
    return result.committed ? { isFound: true, redirectedId: sets.length > 0 ? id : undefined } : null;
  });
  const { isFound, redirectedId } = deleted;
  if (redirectedId !== undefined) await deletedPosts.deleteRedirects(organizationSlug, redirectedId);
  return isFound;
}

/** Returns the commit that deletes a post, or null if the post has changed since it was read. */
async function deletionOf(
  { store }: ContentDeps,
  { organizationSlug, slug }: PostAddress,
  found: FoundPost | DamagedRecordError,
): Promise<{ changes: StoreChanges; id: number | undefined } | null> {
  if (found instanceof DamagedRecordError) {
    const remains = await findRemains(store, ["org", organizationSlug], slug);
    if (remains === null) return null;
    const changes = { checks: [remains.check], deletedEntries: [...remains.keys, ...remains.history] };
    return { changes, id: remains.before?.id };
  }
  const { data, version } = found.post;
  const changes = {
    checks: [{ key: postKey(slug), version }],
    deletes: [...keysOf(data), ...revisionKeys(data), workingCopyKey(data.id)],
    deletedEntries: await previewEntriesOf(store, organizationSlug, data.id),
  };
  return { changes, id: data.id };
}
