import { othersTurn } from "../../others_turn.ts";
import { encodeKey, lastNumberOf, type Store } from "../../store/mod.ts";
import type { Organization } from "../content_source.ts";
import type { PostWrite } from "../post_events.ts";
import { postIdKey, postKey, type StoredPost } from "../post_record.ts";
import { readReferenceOrganization } from "./present_references.ts";
import { referenceKeys, type References, referencesTo, withNames } from "./reference_record.ts";

/** Number of referring posts that are listed together. */
const listedAtOnce = 100;
/** Number of attempts to change a post that others write at the same time. */
const attempts = 5;

/** A post that references name, or named until it was deleted. */
interface Named {
  id: number;
  slug: string;
}

/**
 * Binds the references that wait for a slug to the post that has it. Without an index entry a reference is still found by its slug, so a
 * conflict or an interruption loses nothing until the post is renamed. Call it also before a rename.
 */
export async function bindWaiting(store: Store, organizationSlug: string, post: Named): Promise<void> {
  const { id, slug } = post;
  await forEachReferring(store, organizationSlug, slug, (referring) =>
    withTarget(referring, { from: slug, to: id }),
  );
}

/** Lets the references to a deleted post wait for the next post with its last slug. */
export async function releaseReferences(
  store: Store,
  organizationSlug: string,
  deleted: Named,
): Promise<void> {
  const { id, slug } = deleted;
  let organization: Promise<Organization | null> | undefined;
  await forEachReferring(store, organizationSlug, id, async (referring) => {
    organization ??= readReferenceOrganization(store, organizationSlug);
    const known = await organization;
    const named = known === null ? referring : withNames(known, referring, new Map([[id, slug]]));
    return withTarget(named, { from: id, to: slug });
  });
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

function withTarget(
  { references = {}, ...post }: StoredPost,
  { from, to }: { from: number | string; to: number | string },
): StoredPost {
  const changed = Object.entries(references).map(([text, target]) => [text, target === from ? to : target]);
  return { ...post, references: Object.fromEntries(changed) as References };
}

/** Changes the posts that refer to a post, or wait for a slug. */
async function forEachReferring(
  store: Store,
  organizationSlug: string,
  target: number | string,
  change: (referring: StoredPost) => StoredPost | Promise<StoredPost>,
): Promise<void> {
  const range = { prefix: referencesTo(target) };
  const pages = store.listPages<object>(["org", organizationSlug], range, listedAtOnce);
  for await (const entries of pages) {
    for (const { key } of entries) await changeReferring(store, organizationSlug, { entry: key, change });
    if (entries.length === listedAtOnce) await othersTurn();
  }
}

async function changeReferring(
  store: Store,
  organizationSlug: string,
  { entry, change }: { entry: string; change: (referring: StoredPost) => StoredPost | Promise<StoredPost> },
): Promise<void> {
  const partition = ["org", organizationSlug];
  const id = lastNumberOf(entry);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [place] = await store.getReadable<[{ slug: string }]>([{ partition, key: postIdKey(id) }]);
    const key = postKey(place?.data.slug ?? "");
    const [found] = place === null ? [null] : await store.getReadable<[StoredPost]>([{ partition, key }]);
    // An earlier version of Postern leaves the entry of a deleted post.
    if (found?.data.id !== id) return;
    const data = await change(found.data);
    const kept = referenceKeys(data).map((one) => ({ key: one, data: {} }));
    const isKept = kept.some((one) => encodeKey(one.key) === entry);
    const { committed } = await store.commit(partition, {
      checks: [{ key, version: found.version }],
      sets: [{ key, data }, ...kept],
      deletedEntries: isKept ? [] : [entry],
    });
    if (committed) return;
  }
}
