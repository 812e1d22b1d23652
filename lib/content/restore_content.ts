import { AlreadyExistsError } from "../errors.ts";
import {
  type KeyPart,
  restoreCounter,
  type RestoreOptions,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
  type Store,
} from "../store/mod.ts";
import type { WholePost } from "./export_content.ts";
import { type KnowledgeEntry, knowledgeRecords } from "./knowledge_record.ts";
import {
  organizationDirectory,
  organizationLocation,
  refuseRemains,
  type StoredOrganization,
} from "./organizations.ts";
import { keysOf, postIdKey, postKey, postsVersionKey, setsOf, type StoredPost } from "./post_record.ts";
import { revisionKey, revisionKeys } from "./post_revision.ts";
import { postIdCounter } from "./posts.ts";

/** Lets no new post have an id up to this one. */
export async function reservePostIds(store: Store, last: number, options: RestoreOptions): Promise<void> {
  await restoreCounter(store, postIdCounter, last, options);
}

/**
 * Puts an organization as it was elsewhere.
 *
 * @throws {AlreadyExistsError} when the store has another one of the same slug, or remains of one
 */
export async function restoreOrganization(
  store: Store,
  organization: StoredOrganization,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const { slug, id } = organization;
  const { partition, key } = organizationLocation(slug);
  const found = await store.get<StoredOrganization>({ partition, key });
  if (found !== null && found.data.id !== id) {
    throw new AlreadyExistsError(
      `the store has another organization "${slug}", with the id ${found.data.id} and not ${id}`,
    );
  }
  await refuseRemains(store, slug, "the organization cannot be created");
  const listed = { key: [slug], data: { slug } };
  await restoreRecords(store, organizationDirectory, () => ({ wanted: [listed] }), options);
  return restoreRecords(store, partition, () => ({ wanted: [{ key, data: organization }] }), options);
}

/** Puts a text as it was elsewhere. */
export async function restoreText(
  store: Store,
  organizationSlug: string,
  entry: KnowledgeEntry,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const plan = { wanted: knowledgeRecords(entry) };
  return restoreRecords(store, ["org", organizationSlug], () => plan, options);
}

/** Puts a post with its content and history as they were elsewhere, in place of the posts of the same id and the same slug. */
export async function restorePost(
  store: Store,
  organizationSlug: string,
  whole: WholePost,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  return restoreRecords(
    store,
    ["org", organizationSlug],
    () => planOf(store, organizationSlug, whole),
    options,
  );
}

async function planOf(
  store: Store,
  organizationSlug: string,
  { post, html, revisions }: WholePost,
): Promise<RestorePlan> {
  const place = { key: postIdKey(post.id), data: { slug: post.slug } };
  const marks = [{ key: postsVersionKey, data: {} }];
  const others = new Set([place, ...marks].map(({ key }) => key[0]));
  const records = setsOf(post, html).filter(({ key }) => !others.has(key[0]));
  const history = revisions.map((data) => ({ key: revisionKey(post.id, data.number), data }));
  const wanted: RestorePlan["wanted"] = [place, ...records, ...history];
  const kept = new Set(wanted.map(({ key }) => JSON.stringify(key)));
  const replaced = await replacedKeys(store, organizationSlug, post);
  const keys = [...new Map(replaced.map((key) => [JSON.stringify(key), key]))]
    .filter(([name]) => !kept.has(name))
    .map(([, key]) => key);
  const partition = ["org", organizationSlug];
  const found = await store.getMany<object[]>(keys.map((key) => ({ partition, key })));
  const obsolete = keys.flatMap((key, index) => {
    const version = found[index]?.version;
    return version === undefined ? [] : [{ key, version }];
  });
  return { wanted, marks, obsolete };
}

/** Where all of the posts is that have the same slug or the same id. */
async function replacedKeys(
  store: Store,
  organizationSlug: string,
  { slug, id }: StoredPost,
): Promise<(readonly KeyPart[])[]> {
  const partition = ["org", organizationSlug];
  const [ofSlug, place] = await store.getMany<[StoredPost, { slug: string }]>([
    { partition, key: postKey(slug) },
    { partition, key: postIdKey(id) },
  ]);
  const isMoved = place !== null && place.data.slug !== slug;
  const ofId = isMoved ? await store.get<StoredPost>({ partition, key: postKey(place.data.slug) }) : null;
  return [ofSlug, ofId?.data.id === id ? ofId : null].flatMap((found) =>
    found === null ? [] : [...keysOf(found.data), ...revisionKeys(found.data)],
  );
}
