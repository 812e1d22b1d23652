import type { DueWork, Outbox } from "../events/mod.ts";
import { DamagedRecordError } from "../store/mod.ts";
import {
  type DueDeps,
  type DueMark,
  dueMarkKey,
  dueMarkPrefix,
  duePartition,
  type DueState,
  dueState,
  publishDuePosts,
  recordDue,
} from "./due_posts.ts";
import { readOrganizations } from "./export_content.ts";
import { indexPrefix, type PostIndexEntry, postKey, type StoredPost } from "./post_record.ts";

/** Emits `post.published` when the time of a scheduled post has come. */
export class ScheduledPosts implements DueWork {
  readonly #deps: DueDeps & { outbox: Outbox };

  constructor(deps: DueDeps & { outbox: Outbox }) {
    this.#deps = deps;
  }

  /** Emits the events of all scheduled posts whose time has come. */
  async emitDue(): Promise<void> {
    const { store, clock, outbox } = this.#deps;
    const now = clock.now();
    const range = { prefix: dueMarkPrefix, to: [...dueMarkPrefix, now + 1] };
    for await (const { version, data } of store.listAll<DueMark>(duePartition, range)) {
      await publishDuePosts(this.#deps, data.organizationSlug, now);
      await outbox.drain(data.organizationSlug);
      const key = dueMarkKey(data);
      await store.commit(duePartition, { checks: [{ key, version }], deletes: [key] });
    }
  }

  /** Writes the records of scheduled posts that were restored, or that an earlier version wrote. */
  async complete(): Promise<void> {
    const { store } = this.#deps;
    const found = await store.getOrDamage<DueState>(dueState);
    const isReadable = found !== null && !(found instanceof DamagedRecordError);
    if (isReadable && found.data.isComplete) return;
    for await (const { slug } of readOrganizations(store)) await this.#completeOrganization(slug);
    const { partition, key } = dueState;
    const check = isReadable ? { key, version: found.version } : { key, exists: found !== null };
    const data: DueState = { isComplete: true };
    await store.commit(partition, { checks: [check], sets: [{ key, data }] });
  }

  async #completeOrganization(organizationSlug: string): Promise<void> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    const entries = store.listAll<PostIndexEntry>(partition, { prefix: indexPrefix("createdAt") });
    for await (const { data } of entries) {
      if (data.status !== "scheduled") continue;
      const post = await store.getOrDamage<StoredPost>({ partition, key: postKey(data.slug) });
      if (post === null || post instanceof DamagedRecordError) continue;
      await recordDue(this.#deps, organizationSlug, post);
    }
  }
}
