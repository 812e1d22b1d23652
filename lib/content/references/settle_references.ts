import { encodeKey, type KeyPart, lastNumberOf, type Store, writeInParts } from "../../store/mod.ts";
import type { PostWrite } from "../posts/writes/post_events.ts";
import { postIdKey, postKey } from "../posts/post_record.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { keptRevisions, type PostRevision, revisionKey, revisionPrefix } from "../posts/post_revision.ts";
import { keyWithText, mapReferences, referenceKeys, referenceOf, referencesTo } from "./reference_record.ts";

/** Number of referring posts that are listed together. */
const listedAtOnce = 100;

/** A post that references name, or named until it was deleted. */
interface Named {
  id: number;
  slug: string;
}

/** A change of the references to a post, by its id, or of those that wait for a slug. */
interface Change {
  from: number | string;
  to: number | string;
}

/**
 * Binds the references that wait for a slug to the post that has it. Without an index entry a reference is still found by its slug, so a
 * conflict or an interruption loses nothing until the post is renamed. Call it also before a rename.
 */
export async function bindWaiting(store: Store, organizationSlug: string, post: Named): Promise<void> {
  await changeReferring(store, organizationSlug, { from: post.slug, to: post.id });
}

/** Lets the references to a deleted post wait for the next post with its last slug. Addresses become that slug, so that they are not shown. */
export async function releaseReferences(
  store: Store,
  organizationSlug: string,
  deleted: Named,
): Promise<void> {
  await changeReferring(store, organizationSlug, { from: deleted.id, to: deleted.slug });
}

/** True if other posts wait for a post with a slug. A reference that is written at the same time may be missed: it is found by its slug. */
export async function hasReferences(store: Store, organizationSlug: string, slug: string): Promise<boolean> {
  return store.hasAny(["org", organizationSlug], referencesTo(slug));
}

/** Settles the references of other posts after a write: of a post that is new or renamed, or was deleted. */
export async function settleReferences(
  store: Store,
  organizationSlug: string,
  { before, after }: PostWrite,
): Promise<void> {
  if (after !== null) await bindWaiting(store, organizationSlug, after);
  else if (before !== null) await releaseReferences(store, organizationSlug, before);
}

async function changeReferring(store: Store, organizationSlug: string, change: Change): Promise<void> {
  const range = { prefix: referencesTo(change.from) };
  const entries = store.listAll<object>(["org", organizationSlug], range, listedAtOnce);
  for await (const { key } of entries) await changePost(store, organizationSlug, { entry: key, change });
}

/** Changes the post of an index entry, without a new revision: readers see the same post. */
async function changePost(
  store: Store,
  organizationSlug: string,
  { entry, change }: { entry: string; change: Change },
): Promise<void> {
  const partition = ["org", organizationSlug];
  const id = lastNumberOf(entry);
  await store.writes.repeat(
    `Cannot settle the references to the post: a post that refers to it`,
    async () => {
      const [place] = await store.getReadable<[{ slug: string }]>([{ partition, key: postIdKey(id) }]);
      const key = postKey(place?.data.slug ?? "");
      const [found] = place === null ? [null] : await store.getReadable<[StoredPost]>([{ partition, key }]);
      // An earlier version of Postern leaves the entry of a deleted post.
      if (found?.data.id !== id) return true;
      const data = withTarget(found.data, change);
      const kept = referenceKeys(data).map((one) => ({ key: one, data: {} }));
      const isKept = kept.some((one) => encodeKey(one.key) === entry);
      const checks = [{ key, version: found.version }];
      const revisions = await revisionsAfter(store, partition, { id, change });
      // A revision is bound to the post of the same slug, so nobody sees if it is bound before the post.
      await writeInParts(revisions, async (sets) => {
        if (sets.length > 0) await store.commit(partition, { checks, sets });
      });
      const { committed } = await store.commit(partition, {
        checks,
        sets: [{ key, data }, ...kept],
        deletedEntries: isKept ? [] : [entry],
      });
      return committed || null;
    },
  );
}

/** Returns the revisions of a post whose references are bound with it, so that restoring one of them names the same post. */
async function revisionsAfter(
  store: Store,
  partition: readonly string[],
  { id, change }: { id: number; change: Change },
): Promise<{ key: KeyPart[]; data: PostRevision }[]> {
  if (typeof change.to === "string") return [];
  const options = { prefix: revisionPrefix(id), limit: 2 * keptRevisions, onDamaged: () => undefined };
  const revisions = await store.list<PostRevision>(partition, options);
  return revisions
    .filter(({ data }) => Object.values(data.post.references ?? {}).includes(change.from))
    .map(({ data }) => ({
      key: revisionKey(id, data.number),
      data: { ...data, post: withTarget(data.post, change) },
    }));
}

function withTarget(post: StoredPost, { from, to }: Change): StoredPost {
  const textOf = (text: string, key: string): string =>
    typeof to === "string" && referenceOf(post, key) === from ? to : text;
  const changed = Object.entries(post.references ?? {}).map(([key, target]) => {
    const changedKey = typeof to === "string" && target === from ? keyWithText(key, to) : key;
    return [changedKey, target === from ? to : target] as const;
  });
  return { ...mapReferences(post, textOf), references: Object.fromEntries(changed) };
}
