import type { DueSource } from "../../events/mod.ts";
import { DamagedRecordError, dataOf } from "../../store/mod.ts";
import type { ContentDeps } from "../organizations/organizations.ts";
import { indexPrefix, type PostIndexEntry, postKey } from "../posts/post_record.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import { commitPosts } from "../posts/lists/posts_version.ts";
import { leaveOutAliases } from "./drop_aliases.ts";
import { normalizeRedirects } from "./normalize_redirects.ts";
import { planRedirects } from "./redirect_changes.ts";
import { redirectEvents } from "./redirect_events.ts";

/** Number of index entries that are read together. */
const batchSize = 100;

/** Writes the redirects of aliases that were restored, or that an earlier version wrote. Aliases that are the pages of other posts end. */
export class AliasRedirects implements DueSource {
  readonly #deps: Pick<ContentDeps, "store" | "clock" | "outbox">;

  constructor(deps: Pick<ContentDeps, "store" | "clock" | "outbox">) {
    this.#deps = deps;
  }

  /** Redirects are never due. */
  async emit(): Promise<void> {}

  async complete(organizationSlug: string): Promise<void> {
    // An earlier version that still runs may have written some after the upgrade of the store.
    await normalizeRedirects(this.#deps.store, organizationSlug, () => undefined);
    const partition = ["org", organizationSlug];
    const range = { prefix: indexPrefix("createdAt") };
    const entries = this.#deps.store.listAll<PostIndexEntry>(partition, range, batchSize);
    for await (const { data } of entries) await this.#completePost(organizationSlug, data.slug);
  }

  async #completePost(organizationSlug: string, slug: string): Promise<void> {
    const { store, clock } = this.#deps;
    const location = { partition: ["org", organizationSlug], key: postKey(slug) };
    let found = await store.getOrDamage<StoredPost>(location);
    if (dataOf(found)?.aliases === undefined) return;
    const left = await leaveOutAliases(store, { organizationSlug, slug }, clock.now());
    if (left.length > 0) found = await store.getOrDamage<StoredPost>(location);
    if (found === null || found instanceof DamagedRecordError || found.data.aliases === undefined) return;
    const { aliases: _aliases, ...before } = found.data;
    const write = { before, after: found.data };
    const now = clock.now();
    const changes = await planRedirects(store, organizationSlug, write, { now, isRetry: true });
    if (changes.sets.length === 0) return;
    const written = {
      checks: [{ key: postKey(slug), version: found.version }, ...changes.checks],
      sets: changes.sets,
      deletes: changes.deletes,
    };
    // A concurrent change of the post writes the redirects itself.
    const events = redirectEvents(changes.added, found.data, now);
    await commitPosts(this.#deps, organizationSlug, written, events);
  }
}
