import type { Committed, Conflict, StoreChanges } from "../store/mod.ts";
import { announceDuePost, dueChanges, publishDuePosts } from "./due_posts.ts";
import type { ContentDeps } from "./organizations.ts";
import { postEvents, type PostWrite } from "./post_events.ts";

/** Commits a write of a post together with its events, so that a crash loses no event and invents none. */
export async function commitPost(
  deps: ContentDeps,
  organizationSlug: string,
  changes: StoreChanges,
  { isSilent = false, ...write }: PostWrite & { isSilent?: boolean | undefined },
): Promise<Committed | Conflict> {
  const { outbox, clock } = deps;
  const now = clock.now();
  if (write.before?.status === "scheduled") await publishDuePosts(deps, organizationSlug, now);
  const events = isSilent ? [] : postEvents(write, now);
  const due = dueChanges(write, now);
  if (write.after !== null) await announceDuePost(deps, organizationSlug, write.after);
  const sets = [...(changes.sets ?? []), ...due.sets];
  const deletes = [...(changes.deletes ?? []), ...due.deletes];
  return outbox.commit(organizationSlug, { ...changes, sets, deletes }, events);
}
