import { readIndexedPosts } from "../posts/lists/index_posts.ts";
import { keysBeside, type KeyPart, type Store, type Stored, writeInParts } from "../../store/mod.ts";
import type { Organization } from "../sources/content_source.ts";
import { indexPrefix, type PostIndexEntry, postKey } from "../posts/post_record.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { addMark, hasMark, readPostsVersion, traceOf } from "../posts/lists/posts_version.ts";
import { findTargets, slugsOf, type Target } from "./bind_references.ts";
import { readReferenceOrganization } from "./present_references.ts";
import { referenceKeys, referenceOf } from "./reference_record.ts";

/** Number of index entries that are read together, and of posts that one commit writes. */
const readAtOnce = 500;
const writtenAtOnce = 15;

/**
 * Binds the references that an earlier version of Postern wrote, and those of restored posts, through redirects as well. Other requests run
 * between the batches. After an interruption a new call continues, because bound posts are only read.
 */
export async function bindAllReferences(store: Store, organizationSlug: string): Promise<void> {
  const before = await readPostsVersion(store, organizationSlug);
  if (hasMark(before, "isBound")) return;
  const organization = await readReferenceOrganization(store, organizationSlug);
  if (organization === null) return;
  const range = { prefix: indexPrefix("createdAt"), onDamaged: () => undefined };
  const pages = store.listPages<PostIndexEntry>(["org", organizationSlug], range, readAtOnce);
  for await (const entries of pages) {
    await bindBatch(store, organization, entries);
  }
  await addMark(store, organizationSlug, { mark: "isBound", trace: traceOf(before, "isBound") });
}

async function bindBatch(
  store: Store,
  organization: Organization,
  entries: readonly Stored<PostIndexEntry>[],
): Promise<void> {
  const partition = ["org", organization.slug];
  const unbound = (await readIndexedPosts(store, partition, entries)).flatMap((post) => {
    const slugs = slugsOf(organization, post.data);
    const missing = [...slugs].filter(([key]) => typeof referenceOf(post.data, key) !== "number");
    return missing.length === 0 ? [] : [{ post, missing }];
  });
  const asked = unbound.flatMap(({ missing }) => missing.map(([, slug]) => slug));
  const targets = await findTargets(store, organization.slug, asked);
  const changed = unbound.flatMap(({ post, missing }) => {
    const data = withTargets(post.data, missing, targets);
    return data === undefined ? [] : [{ post, data }];
  });
  const turns = store.turns();
  for (let start = 0; start < changed.length; start += writtenAtOnce) {
    if (turns.isOver) await turns.next();
    const batch = changed.slice(start, start + writtenAtOnce);
    await writeInParts(batch, (part) => write(store, partition, part));
  }
}

/** Returns a post whose references have their targets, or undefined if nothing changes. The texts stay as they were written. */
function withTargets(
  post: StoredPost,
  missing: readonly (readonly [key: string, slug: string])[],
  targets: ReadonlyMap<string, Target>,
): StoredPost | undefined {
  const added = missing.map(([key, slug]) => [key, targets.get(slug)?.id ?? slug] as const);
  if (added.every(([key, target]) => referenceOf(post, key) === target)) return undefined;
  return { ...post, references: { ...post.references, ...Object.fromEntries(added) } };
}

interface BoundPost {
  post: Stored<StoredPost>;
  data: StoredPost;
}

function referenceSets(post: StoredPost): { key: KeyPart[]; data: object }[] {
  return referenceKeys(post).map((key) => ({ key, data: {} }));
}

/** Writes posts in one commit. If one of them changes at the same time, each post is written by itself, and the changed post is left out. */
async function write(store: Store, partition: readonly string[], batch: readonly BoundPost[]): Promise<void> {
  const { committed } = await store.commit(partition, {
    checks: batch.map(({ post }) => ({ key: postKey(post.data.slug), version: post.version })),
    sets: batch.flatMap(({ data }) => [{ key: postKey(data.slug), data }, ...referenceSets(data)]),
    deletes: batch.flatMap(({ post, data }) => keysBeside(referenceKeys(post.data), referenceSets(data))),
  });
  if (!committed && batch.length > 1) for (const one of batch) await write(store, partition, [one]);
}
