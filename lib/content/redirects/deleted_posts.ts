import { announceDue, type DueSource } from "../../events/mod.ts";
import { checkOf, type DamagedRecordError, dataOf, fewerAtOnce, type KeyPart } from "../../store/mod.ts";
import type { ContentDeps } from "../organizations/organizations.ts";
import { postIdKey } from "../posts/post_record.ts";
import { redirectKey, redirectsOfPost, type StoredRedirect } from "./redirect_record.ts";

/** Number of redirects that one commit deletes. */
const deletedAtOnce = 100;
/** Time after which the worker continues a deletion that was interrupted, in milliseconds. */
const resumedAfter = 60_000;

const deletedPrefix: readonly KeyPart[] = ["deleted-post"];
const deletedKey = (id: number): KeyPart[] => [...deletedPrefix, id];

type DeletedPostsDeps = Pick<ContentDeps, "store" | "clock">;

/**
 * Deletes the redirects of deleted posts, in several commits after the commit that deletes the post. Until then they lead nowhere, and other posts
 * can take their addresses. The worker completes an interrupted deletion.
 */
export class DeletedPosts implements DueSource {
  readonly #deps: DeletedPostsDeps;

  constructor(deps: DeletedPostsDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the record of a post whose redirects must be deleted, for the commit that deletes the post. A post without redirects needs no record.
   * The commit must check the version of the post, because a new redirect changes it.
   */
  async recordsOf(organizationSlug: string, id: number): Promise<{ key: KeyPart[]; data: object }[]> {
    const { store, clock } = this.#deps;
    if (!(await store.hasAny(["org", organizationSlug], redirectsOfPost(id)))) return [];
    await announceDue(store, { time: Math.ceil(clock.now()) + resumedAfter, organizationSlug });
    return [{ key: deletedKey(id), data: { id } }];
  }

  /** Deletes the redirects of a deleted post. Other requests run between the commits. */
  async deleteRedirects(organizationSlug: string, id: number): Promise<void> {
    const { store } = this.#deps;
    const turns = store.turns();
    const subject = `Cannot delete the redirects of the post ${id}: one of them`;
    for (;;) {
      if (turns.isOver) await turns.next();
      const { isLast } = await store.writes.repeat(subject, () =>
        fewerAtOnce(deletedAtOnce, (limit) => this.#deleteSome(organizationSlug, id, limit)),
      );
      if (isLast) return;
    }
  }

  /** Continues the deletions of an organization that were interrupted. */
  async emit(organizationSlug: string): Promise<void> {
    const posts = this.#deps.store.listAll<{ id: number }>(["org", organizationSlug], {
      prefix: deletedPrefix,
    });
    for await (const { data } of posts) await this.deleteRedirects(organizationSlug, data.id);
  }

  complete(organizationSlug: string): Promise<void> {
    return this.emit(organizationSlug);
  }

  /** Returns null after a conflict. A restored post keeps its redirects. */
  async #deleteSome(
    organizationSlug: string,
    id: number,
    limit: number,
  ): Promise<{ isLast: boolean } | null> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    const damaged: string[] = [];
    const onDamaged = ({ key }: DamagedRecordError): void => void damaged.push(key);
    const options = { prefix: redirectsOfPost(id), limit, onDamaged };
    const listed = await store.list<{ from: string }>(partition, options);
    const keys = listed.map(({ data }) => redirectKey(data.from));
    const found = await store.getManyOrDamage<StoredRedirect[]>(keys.map((key) => ({ partition, key })));
    const own = keys.filter((_key, index) => dataOf(found[index])?.id === id);
    const isLast = listed.length + damaged.length < limit;
    const result = await store.commit(partition, {
      checks: [
        { key: postIdKey(id), exists: false },
        ...keys.map((key, index) => checkOf(key, found[index] ?? null)),
      ],
      deletes: isLast ? [...own, deletedKey(id)] : own,
      deletedEntries: [...damaged, ...listed.map(({ key }) => key)],
    });
    if (result.committed) return { isLast };
    if (!result.failedChecks.includes(0)) return null;
    await store.commit(partition, { deletes: [deletedKey(id)] });
    return { isLast: true };
  }
}
