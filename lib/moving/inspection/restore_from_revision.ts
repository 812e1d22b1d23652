import {
  contentIn,
  type PostContent,
  type PostRevision,
  restorePost,
  type StoredPost,
} from "../../content/mod.ts";
import {
  type Address,
  type AtomicOperations,
  DamagedRecordError,
  encodeKey,
  type KeyPart,
  lastNumberOf,
  type Store,
  type StoreAndClock,
} from "../../store/mod.ts";
import { readEach } from "./read_each.ts";

type Revisions = readonly PostRevision[];

/**
 * Restores the HTML of a post from its revisions, oldest first.
 *
 * @param address address of the post's record
 * @returns false if no revision has the latest HTML
 */
export async function restoreHtml(
  { atomic, ...deps }: StoreAndClock & { atomic: AtomicOperations },
  address: Address,
): Promise<boolean> {
  const organizationSlug = slugOf(address);
  const [record] = await readEach(atomic, [address]);
  if (record === null || record === undefined || record instanceof DamagedRecordError) return false;
  const post = record.value["data"] as unknown as StoredPost;
  const revisions = await revisionsOf(deps.store, organizationSlug, post.id);
  const content = lastContent(revisions);
  if (content === undefined || revisions.at(-1)?.number !== post.revision) return false;
  return restoreWhole(deps, organizationSlug, { ...content, post, revisions });
}

/**
 * Restores a lost post from its last revision. Its HTML comes from its own record, if that still exists.
 *
 * @param entry address of the post's entry in the list of ids or in an index, which ends with the post's id
 * @returns false if no revision exists, or a different post now has the slug
 */
export async function restoreFromRevision(deps: StoreAndClock, entry: Address): Promise<boolean> {
  const { store } = deps;
  if (!/^(?:post-id|posts-by)!/.test(entry.key)) return false;
  const organizationSlug = slugOf(entry);
  const revisions = await revisionsOf(store, organizationSlug, lastNumberOf(entry.key));
  const post = revisions.at(-1)?.post;
  if (post === undefined) return false;
  const partition = ["org", organizationSlug];
  const [other, kept] = [
    await readOrNull(() => store.get<StoredPost>({ partition, key: ["post", post.slug] })),
    await readOrNull(() => store.get<PostContent>({ partition, key: ["html", post.slug] })),
  ];
  const content = kept?.data ?? lastContent(revisions);
  if (other !== null || content === undefined) return false;
  return restoreWhole(deps, organizationSlug, { ...content, post, revisions });
}

async function restoreWhole(
  { store, clock }: StoreAndClock,
  organizationSlug: string,
  whole: PostContent & { post: StoredPost; revisions: Revisions },
): Promise<boolean> {
  const now = clock.now();
  const options = { dryRun: false, now, dueUntil: now, keepsChanges: true };
  const outcome = await readOrNull(() => restorePost(store, organizationSlug, whole, options));
  return outcome !== null && outcome !== "unchanged";
}

/** Reads the readable revisions of a post, oldest first. */
async function revisionsOf(store: Store, organizationSlug: string, id: number): Promise<Revisions> {
  const prefix: KeyPart[] = ["revision", id];
  const options = { prefix, limit: 100, reverse: true, onDamaged: () => undefined };
  const records = await store.list<PostRevision>(["org", organizationSlug], options);
  return records.map(({ data }) => data).toReversed();
}

/** Returns the content of the newest revision that has HTML, unless a later revision changed it. */
function lastContent(revisions: Revisions): PostContent | undefined {
  const [last] = revisions.slice(-1);
  if (last === undefined) return undefined;
  const newest = revisions.findLastIndex(({ html }) => html !== undefined);
  const [revision, ...later] = revisions.slice(newest);
  if (newest === -1 || revision === undefined) return undefined;
  const isChanged = (field: keyof PostContent): boolean =>
    later.some(({ changed }) => changed.includes(field));
  if (isChanged("html")) return undefined;
  const { html = "", markdown, ...content } = revision;
  return contentIn(
    markdown === undefined || isChanged("markdown") ? { html } : { html, markdown, ...content },
  );
}

/** Returns null if a record is damaged. That record is repaired first, and this one in the next pass. */
async function readOrNull<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedRecordError) return null;
    throw error;
  }
}

function slugOf({ partition }: Address): string {
  return partition.slice(encodeKey(["org"]).length + 1);
}
