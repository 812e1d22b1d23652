import { sleep } from "../../sleep.ts";
import { DamagedRecordError, type Location, type Store } from "../../store/mod.ts";
import type { ContentDeps } from "../organizations.ts";
import { readOrganizations } from "../export_content.ts";
import {
  indexPrefix,
  type PostIndexEntry,
  postKey,
  postsVersionKey,
  type StoredPost,
} from "../post_record.ts";
import { planRedirects } from "./redirect_changes.ts";

/** Number of posts that are read before other work gets its turn. */
const batchSize = 100;

/** Location of the record that tells whether all aliases are redirects. Stores of earlier versions do not have it. */
const state: Location = { partition: ["redirects"], key: ["state"] };
interface RedirectState {
  isComplete: boolean;
}

/** Dependencies of {@link completeRedirects}. */
export type CompleteRedirectsDeps = Pick<ContentDeps, "store" | "clock">;

/** Records that a post with aliases was restored, maybe without its redirects. The worker writes them. */
export async function requestRedirects(store: Store): Promise<void> {
  const data: RedirectState = { isComplete: false };
  await store.commit(state.partition, { sets: [{ key: state.key, data }] });
}

/** Writes the redirects of aliases that were restored, or that an earlier version wrote. */
export async function completeRedirects(deps: CompleteRedirectsDeps): Promise<void> {
  const { store } = deps;
  const found = await store.get<RedirectState>(state);
  if (found?.data.isComplete) return;
  for await (const { slug } of readOrganizations(store)) await completeOrganization(deps, slug);
  const { partition, key } = state;
  const check = found === null ? { key, exists: false } : { key, version: found.version };
  const data: RedirectState = { isComplete: true };
  await store.commit(partition, { checks: [check], sets: [{ key, data }] });
}

async function completeOrganization(deps: CompleteRedirectsDeps, organizationSlug: string): Promise<void> {
  const partition = ["org", organizationSlug];
  const pages = deps.store.listPages<PostIndexEntry>(
    partition,
    { prefix: indexPrefix("createdAt") },
    batchSize,
  );
  for await (const entries of pages) {
    for (const { data } of entries) await completePost(deps, organizationSlug, data.slug);
    await sleep(0);
  }
}

async function completePost(
  { store, clock }: CompleteRedirectsDeps,
  organizationSlug: string,
  slug: string,
): Promise<void> {
  const partition = ["org", organizationSlug];
  const found = await store.getOrDamage<StoredPost>({ partition, key: postKey(slug) });
  if (found === null || found instanceof DamagedRecordError || found.data.aliases === undefined) return;
  const { aliases: _aliases, ...before } = found.data;
  const write = { before, after: found.data };
  const now = clock.now();
  const changes = await planRedirects(store, organizationSlug, write, { now, isRetry: true });
  if (changes.sets.length === 0) return;
  // A concurrent change of the post writes the redirects itself.
  await store.commit(partition, {
    checks: [{ key: postKey(slug), version: found.version }, ...changes.checks],
    sets: [...changes.sets, { key: postsVersionKey, data: {} }],
    deletes: changes.deletes,
  });
}
