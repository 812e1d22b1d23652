import type { Clock } from "../clock.ts";
import { indexPosts, organizationDirectory } from "../content/mod.ts";
import { type AtomicOperations, listNames, Store } from "../store/mod.ts";

/** The step from version 1: gives `changedAt` and the indexes by publication and change to the posts of all organizations. */
export async function indexAllPosts(atomic: AtomicOperations, clock: Clock): Promise<void> {
  const store = new Store(atomic, { clock, onDamaged: () => undefined });
  for await (const slug of listNames(store, { partition: organizationDirectory }, "slug")) {
    await indexPosts({ store, clock }, slug);
  }
}
