import { AlreadyExistsError } from "../base/errors.ts";
import { requestDueRecords } from "../events/mod.ts";
import { isEqualJson } from "../base/is_equal_json.ts";
import { organizationNames, withNames } from "../base/text/name.ts";
import { toRecord } from "../base/key_rate_limit.ts";
import {
  keysBeside,
  DamagedRecordError,
  dataOf,
  type KeyPart,
  restoreCounter,
  type RestoreOptions,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
  type Store,
  type Stored,
} from "../store/mod.ts";
import { postNames } from "./posts/post_fields.ts";
import { findRemains } from "./posts/writes/damaged_post.ts";
import { announceDuePost, restoredDue } from "./posts/writes/due_posts.ts";
import { withoutAliases } from "./redirects/drop_aliases.ts";
import { siteOf, sortAliases } from "./redirects/live_addresses.ts";
import { DeletedPosts } from "./redirects/deleted_posts.ts";
import type { WholePost } from "./export_content.ts";
import {
  type KnowledgeEntry,
  knowledgeRecords,
  knowledgeVersionKey,
} from "./knowledge_base/knowledge_record.ts";
import {
  changeAfter,
  organizationDirectory,
  organizationLocation,
  type OrganizationRecord,
  refuseRemains,
  type StoredOrganization,
} from "./organizations/organizations.ts";
import { estimatedChange } from "./posts/lists/index_posts.ts";
import { contentIn, type PostContent } from "./posts/post_content.ts";
import {
  keysOf,
  normalPost,
  postIdKey,
  postKey,
  postLocations,
  setsOf,
  uncheckedPosts,
  postIdCounter,
} from "./posts/post_record.ts";
import type { StoredPost } from "./posts/post_forms.ts";
import { keptRevisions, revisionKey, revisionKeys, type WrittenPost } from "./posts/post_revision.ts";
import { changeTime } from "./posts/post_times.ts";
import { withKnownReferences } from "./references/reference_record.ts";
import { releaseReferences } from "./references/settle_references.ts";
import { submissionKey } from "./submissions/submission_record.ts";
import { copyKeys, copySets } from "./working_copies/read_working_copy.ts";

/** Reserves all post ids up to `last`, so new posts get higher ids. */
export async function reservePostIds(store: Store, last: number, options: RestoreOptions): Promise<void> {
  await restoreCounter(store, postIdCounter, last, options);
}

/**
 * Restores an organization from an export.
 *
 * @throws {AlreadyExistsError} if the store has a different organization with the same slug, or remains of one
 */
export async function restoreOrganization(
  store: Store,
  exported: StoredOrganization,
  options: RestorePostOptions,
): Promise<RestoreOutcome> {
  const { slug, id } = exported;
  const { partition, key } = organizationLocation(slug);
  const found = await store.getOrDamage<OrganizationRecord>({ partition, key });
  const current = dataOf(found) ?? null;
  if (current !== null && current.id !== id) {
    throw new AlreadyExistsError(
      `the store has a different organization "${slug}", with the id ${current.id} instead of ${id}`,
    );
  }
  const organization = toRecord(withNames(exported, organizationNames));
  const isChanged = current !== null && !options.keepsChanges;
  const data = isChanged ? withRestoredChange(organization, current, options.now) : organization;
  await refuseRemains(store, slug, "the organization cannot be created");
  const listed = { key: [slug], data: { slug } };
  await restoreRecords(store, organizationDirectory, () => ({ wanted: [listed] }), options);
  return restoreRecords(store, partition, () => ({ wanted: [{ key, data }] }), options);
}

/** Returns the restored record with the time of its last change: the import, unless it changes nothing. */
function withRestoredChange(
  restored: OrganizationRecord,
  current: OrganizationRecord,
  now: number,
): OrganizationRecord {
  const { updatedAt: _current, ...before } = current;
  const { updatedAt: _restored, ...after } = restored;
  return isEqualJson(before, after) ? current : { ...restored, updatedAt: changeAfter(current, now) };
}

export async function restoreText(
  store: Store,
  organizationSlug: string,
  entry: KnowledgeEntry,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const plan = { wanted: knowledgeRecords(entry), marks: [{ key: knowledgeVersionKey, data: {} }] };
  return restoreRecords(store, ["org", organizationSlug], () => plan, options);
}

/** Options of {@link restorePost}. */
export interface RestorePostOptions extends RestoreOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** True to keep `changedAt`, for a copy that replaces the original. A restored post has changed for its readers. */
  keepsChanges: boolean;
  /** Time up to which the source of the records had written its due events, in milliseconds since the epoch. Later events are written here. */
  dueUntil: number;
  /** Called with each alias and redirect that is left out, because another post has its address. May be called several times. */
  onLeftOut?: (organizationSlug: string, address: string) => void;
}

/** Restores a post with its content, history, working copy and submission from an export. Replaces posts with the same id or the same slug. */
export async function restorePost(
  store: Store,
  organizationSlug: string,
  whole: WholePost,
  options: RestorePostOptions,
): Promise<RestoreOutcome> {
  if (!options.dryRun) {
    const source = { store, clock: { now: () => options.dueUntil } };
    await announceDuePost(source, organizationSlug, whole.post);
    if (whole.post.aliases !== undefined) await requestDueRecords(store);
  }
  const { id, slug } = whole.post;
  let replaced: number | undefined;
  const outcome = await restoreRecords(
    store,
    ["org", organizationSlug],
    async () => {
      const plan = await planOf(store, organizationSlug, whole, options);
      replaced = plan.replaced;
      return plan;
    },
    options,
  );
  if (replaced !== undefined && replaced !== id && !options.dryRun) {
    await releaseReferences(store, organizationSlug, { id: replaced, slug });
    await deletedPosts(store, options).deleteRedirects(organizationSlug, replaced);
  }
  return outcome;
}

async function planOf(
  store: Store,
  organizationSlug: string,
  { post: given, revisions, workingCopy, submission, ...whole }: WholePost,
  options: RestorePostOptions,
): Promise<RestorePlan & { replaced: number | undefined }> {
  const exported = normalPost(given);
  const { replaced, remains, basis, current } = await replacedKeys(store, organizationSlug, exported);
  const settled = await withoutLiveAliases(store, organizationSlug, exported, options);
  const restored = { post: withKnownReferences(settled, current?.post), content: contentIn(whole) };
  const changedAt = options.keepsChanges
    ? (exported.changedAt ?? estimatedChange(exported, revisions.at(-1)?.at, options.now))
    : restoredChange(restored, current, options.now);
  const post = { ...restored.post, changedAt };
  const place = { key: postIdKey(post.id), data: { slug: post.slug } };
  const records = setsOf(post, restored.content).filter(({ key }) => key[0] !== place.key[0]);
  const history = revisions
    .slice(-keptRevisions)
    .map((data) => ({ key: revisionKey(post.id, data.number), data }));
  const copies = workingCopy === undefined ? [] : copySets(post.id, withNames(workingCopy, postNames));
  const submissions = submission === undefined ? [] : [{ key: submissionKey(post.id), data: submission }];
  const wanted: RestorePlan["wanted"] = [place, ...records, ...copies, ...submissions];
  const distinct = new Map(replaced.map((key) => [JSON.stringify(key), key]));
  const keys = keysBeside([...distinct.values()], [...wanted, ...history]);
  const partition = ["org", organizationSlug];
  const obsoleteRecords = await store.getManyOrDamage<object[]>(keys.map((key) => ({ partition, key })));
  const obsolete = keys.flatMap((key, index) => {
    const found = obsoleteRecords[index] ?? null;
    return found === null ? [] : [{ key, found }];
  });
  const lost =
    current === null || current.post.id === post.id || options.dryRun ? undefined : current.post.id;
  const marks =
    lost === undefined ? [] : await deletedPosts(store, options).recordsOf(organizationSlug, lost);
  const due = restoredDue({ before: current?.post ?? null, after: post }, options.dueUntil);
  return {
    wanted,
    history,
    marks: [uncheckedPosts, ...marks, ...due],
    basis,
    obsolete,
    remains,
    replaced: current?.post.id,
  };
}

function deletedPosts(store: Store, { now }: RestorePostOptions): DeletedPosts {
  return new DeletedPosts({ store, clock: { now: () => now } });
}

/** Returns the exported post without the aliases that are the pages of other public posts of the store. */
async function withoutLiveAliases(
  store: Store,
  organizationSlug: string,
  post: StoredPost,
  { now, onLeftOut }: RestorePostOptions,
): Promise<StoredPost> {
  const { aliases = [], slug } = post;
  if (aliases.length === 0) return post;
  const site = await siteOf(store, organizationSlug);
  const { live } = await sortAliases(store, site, { organizationSlug, slug, aliases, now });
  const left = new Set(live.map(({ alias }) => alias));
  for (const alias of left) onLeftOut?.(organizationSlug, alias);
  return withoutAliases(post, (alias) => left.has(alias));
}

/** Returns the keys of the posts with the same slug or id, and the encoded keys of a damaged post. `basis` has the records that were read. */
async function replacedKeys(
  store: Store,
  organizationSlug: string,
  { slug, id }: StoredPost,
): Promise<{
  replaced: (readonly KeyPart[])[];
  remains: readonly string[];
  basis: NonNullable<RestorePlan["basis"]>;
  /** The present post, if it is readable. */
  current: WrittenPost | null;
}> {
  const partition = ["org", organizationSlug];
  const [ofSlug, content, place] = await store.getManyOrDamage<[StoredPost, PostContent, { slug: string }]>([
    ...postLocations(organizationSlug, slug),
    { partition, key: postIdKey(id) },
  ]);
  const isLost = ofSlug === null && content !== null;
  const isDamaged = isLost || ofSlug instanceof DamagedRecordError;
  const remains = isDamaged ? await findRemains(store, partition, slug) : null;
  const slugOfId = place instanceof DamagedRecordError ? slug : (place?.data.slug ?? slug);
  const ofId =
    slugOfId === slug ? null : await store.getOrDamage<StoredPost>({ partition, key: postKey(slugOfId) });
  const replaced = [ofSlug, isOfId(ofId, id) ? ofId : null].flatMap((found) =>
    found === null || found instanceof DamagedRecordError
      ? []
      : [
          ...keysOf(found.data),
          ...revisionKeys(found.data),
          ...copyKeys(found.data.id),
          submissionKey(found.data.id),
        ],
  );
  const basis = [
    { key: postKey(slug), found: ofSlug },
    { key: postIdKey(id), found: place },
  ];
  const [readPost, readContent] = [dataOf(ofSlug), dataOf(content)];
  const current = readPost && readContent ? { post: readPost, content: readContent } : null;
  return { replaced, remains: remains === null ? [] : [...remains.keys, ...remains.history], basis, current };
}

/** Returns the time of the change by a restore. A post that is restored again, without a difference, keeps its time. */
function restoredChange({ post, content }: WrittenPost, current: WrittenPost | null, now: number): string {
  const changed = changeTime(current && current.post, new Date(now).toISOString());
  if (current === null || !isEqualJson(content, current.content)) return changed;
  const { changedAt: known = changed, ...before } = current.post;
  const { changedAt: _changedAt, ...after } = post;
  return isEqualJson(before, after) ? known : changed;
}

function isOfId(found: Stored<StoredPost> | DamagedRecordError | null, id: number): boolean {
  return found !== null && !(found instanceof DamagedRecordError) && found.data.id === id;
}
