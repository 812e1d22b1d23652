import {
  checkOf,
  DamagedRecordError,
  encodeKey,
  lastNumberOf,
  type Store,
  type StoreChanges,
} from "../../../store/mod.ts";
import {
  htmlKey,
  indexesPrefix,
  indexPrefix,
  type PostIndexEntry,
  postIdKey,
  postIdPrefix,
  postKey,
} from "../post_record.ts";
import type { StoredPost } from "../post_forms.ts";
import { type PostRevision, revisionPrefix } from "../post_revision.ts";
import { submissionKey } from "../../submissions/submission_record.ts";
import { copyKeys } from "../../working_copies/read_working_copy.ts";

/** The remaining records of a post whose own record is damaged or missing. */
export interface PostRemains {
  /** The post of its latest readable revision, with the number of the latest revision, or null. */
  before: StoredPost | null;
  /** Encoded keys of its records, without readable revisions, and without its entry by name: the counts change with it. */
  keys: readonly string[];
  /** Encoded keys of its readable revisions, its working copy and its submission. */
  history: readonly string[];
  /** Fails if another writer has replaced the post. */
  check: NonNullable<StoreChanges["checks"]>[number];
}

/**
 * Finds the remains of the post with this slug, or returns null if the post is readable. Use it for damaged posts only, because it reads
 * all ids and indexes of the organization.
 */
export async function findRemains(
  store: Store,
  partition: readonly string[],
  text: string,
): Promise<PostRemains | null> {
  const slug = text.normalize("NFC");
  const key = postKey(slug);
  const found = await store.getOrDamage<StoredPost>({ partition, key });
  if (found !== null && !(found instanceof DamagedRecordError)) return null;
  const keys = [encodeKey(key), encodeKey(htmlKey(slug))];
  const ids = new Set<number>();
  const named = `${encodeKey(indexPrefix("name"))}!`;
  for await (const place of store.listAll<{ slug: string }>(partition, { prefix: postIdPrefix })) {
    if (place.data.slug === slug) ids.add(lastNumberOf(place.key));
  }
  for await (const entry of store.listAll<PostIndexEntry>(partition, { prefix: indexesPrefix })) {
    if (entry.data.slug !== slug) continue;
    if (!entry.key.startsWith(named)) keys.push(entry.key);
    ids.add(lastNumberOf(entry.key));
  }
  const history: string[] = [];
  let before: StoredPost | null = null as StoredPost | null;
  for (const id of ids) {
    keys.push(encodeKey(postIdKey(id)));
    history.push(...[...copyKeys(id), submissionKey(id)].map(encodeKey));
    const revisions = store.listWithDamaged<PostRevision>(partition, { prefix: revisionPrefix(id) });
    let latest = 0;
    for await (const revision of revisions) {
      latest = Math.max(latest, lastNumberOf(revision.key));
      if (revision instanceof DamagedRecordError) keys.push(revision.key);
      else {
        history.push(revision.key);
        before = revision.data.post;
      }
    }
    // Each write of a post must get a new number.
    if (before?.id === id) before = { ...before, revision: latest };
  }
  return { before, keys, history, check: checkOf(key, found) };
}

/** Returns the keys of the remains that a commit does not already write or delete. */
export function obsoleteKeys(
  remains: PostRemains | null,
  { sets, deletes }: Required<Pick<StoreChanges, "sets" | "deletes">>,
): string[] {
  const named = new Set([...sets.map(({ key }) => encodeKey(key)), ...deletes.map(encodeKey)]);
  return remains === null ? [] : remains.keys.filter((key) => !named.has(key));
}
