import type { Committed, Conflict, StoreChanges } from "../store/mod.ts";
import { announceDue, dueChanges, publishDuePosts } from "./due_posts.ts";
import type { ContentDeps } from "./organizations.ts";
import { postEvents, type PostWrite } from "./post_events.ts";

/** Commits a write of a post together with its events, so that a crash loses no event and invents none. */
export async function commitPost(
  deps: ContentDeps,
  organizationSlug: string,
  changes: StoreChanges,
  { isSilent = false, ...write }: PostWrite & { isSilent?: boolean | undefined },
): Promise<Committed | Conflict> {
  const { store, outbox, clock } = deps;
  const now = clock.now();
  if (write.before?.status === "scheduled") await publishDuePosts(deps, organizationSlug, now);
  const events = isSilent ? [] : postEvents(write, now);
  const due = dueChanges(write, now);
  await outbox.announce(organizationSlug, events);
  if (write.after !== null) await announceDue(deps, organizationSlug, write.after);
  const result = await store.commit(["org", organizationSlug], {
    ...changes,
    sets: [...(changes.sets ?? []), ...due.sets, ...outbox.recordsOf(events)],
    deletes: [...(changes.deletes ?? []), ...due.deletes],
  });
  if (result.committed) outbox.flush(organizationSlug, events);
  return result;
}
