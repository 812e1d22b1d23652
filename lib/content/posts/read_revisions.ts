import { NotFoundError } from "../../base/errors.ts";
import { withNames } from "../../base/text/name.ts";
import type { Store } from "../../store/mod.ts";
import { postNames } from "./post_fields.ts";
import { contentIfReadable, type FoundPost } from "./find_post.ts";
import type { StoredPost, ValidPostInput } from "./post_forms.ts";
import {
  contentOf,
  keptRevisions,
  type PostRevision,
  revisedContent,
  revisionPrefix,
} from "./post_revision.ts";
import { presentReferences } from "../references/present_references.ts";
import { readFields, shownStored } from "./shown_posts.ts";

/** Returns the last 10 revisions of a post, newest first. */
export async function readRevisions(
  store: Store,
  organizationSlug: string,
  { id }: StoredPost,
): Promise<PostRevision[]> {
  const options = { prefix: revisionPrefix(id), limit: keptRevisions, reverse: true };
  const records = await store.list<PostRevision>(["org", organizationSlug], options);
  return records.map(({ data }) => data);
}

/**
 * Shows revisions with the status that was in force at the time of the write, and with the values that fit the present fields. The references
 * are as they were written.
 */
export async function showRevisions(
  store: Store,
  organizationSlug: string,
  revisions: readonly PostRevision[],
): Promise<PostRevision[]> {
  const hasValues = revisions.some(({ post }) => post.custom !== undefined);
  const organization = hasValues ? await readFields(store, organizationSlug) : {};
  return revisions.map(({ textOf: _textOf, ...revision }) => ({
    ...revision,
    post: shownStored(organization, revision.post, Date.parse(revision.at)),
  }));
}

/**
 * Returns the input that gives a post the content of a revision.
 *
 * @throws {NotFoundError} if the revision does not exist, or its content was too long to be stored
 */
export async function inputOfRevision(
  store: Store,
  organizationSlug: string,
  { found, number, action }: { found: FoundPost; number: number; action: string },
): Promise<ValidPostInput> {
  const { slug } = found.post.data;
  const revisions = (await readRevisions(store, organizationSlug, found.post.data)).toReversed();
  const [revision, ...later] = revisions.slice(revisions.findIndex((one) => one.number === number));
  if (revision?.number !== number) throw new NotFoundError(`${action}: "${slug}" has no such revision`);
  const content = revisedContent([revision, ...later], contentIfReadable(found));
  if (content === undefined) throw new NotFoundError(`${action}: its HTML was too long to be stored`);
  const [post = revision.post] = await presentReferences(store, organizationSlug, [revision.post]);
  return { ...withNames(contentOf(post), postNames), ...content, slug };
}
