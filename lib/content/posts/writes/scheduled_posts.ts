import type { DueSource, Outbox } from "../../../events/mod.ts";
import { DamagedRecordError } from "../../../store/mod.ts";
import { type DueDeps, publishDuePosts, recordDue } from "./due_posts.ts";
import { indexPrefix, type PostIndexEntry, postKey } from "../post_record.ts";
import type { StoredPost } from "../post_forms.ts";

/** Emits `post.published` when the time of a scheduled post has come. */
export class ScheduledPosts implements DueSource {
  readonly #deps: DueDeps & { outbox: Outbox };

  constructor(deps: DueDeps & { outbox: Outbox }) {
    this.#deps = deps;
  }

  async emit(organizationSlug: string, now: number): Promise<void> {
    await publishDuePosts(this.#deps, organizationSlug, now);
  }

  async complete(organizationSlug: string): Promise<void> {
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
