import { announceDue, type Outbox } from "../../../events/mod.ts";
import type { Clock } from "../../../base/time/clock.ts";
import {
  DamagedRecordError,
  type KeyPart,
  type Store,
  type StoreChanges,
  type Stored,
} from "../../../store/mod.ts";
import { toEventData } from "./post_events.ts";
import { postKey, publicFrom } from "../post_record.ts";
import type { StoredPost } from "../post_forms.ts";
import { commitPosts } from "../lists/posts_version.ts";
import { planRedirects, type RedirectChanges } from "../../redirects/redirect_changes.ts";

/** Record of a scheduled post, sorted by its publication time. It is deleted with the commit that holds the event. */
interface DueRecord {
  /** Milliseconds since the epoch. */
  time: number;
  id: number;
  slug: string;
}

const duePrefix: readonly KeyPart[] = ["due"];
const dueAtOnce = 50;

/** Dependencies of the functions that record scheduled posts. */
export interface DueDeps {
  store: Store;
  clock: Clock;
}

const dueKey = ({ time, id }: DueRecord): KeyPart[] => [...duePrefix, time, id];

/** Returns the record of a scheduled post, or undefined if the post is not scheduled. */
function dueRecord(post: StoredPost | null): DueRecord | undefined {
  if (post?.status !== "scheduled") return undefined;
  const { id, slug } = post;
  const time = publicFrom(post);
  return Number.isSafeInteger(time) ? { time, id, slug } : undefined;
}

/** Returns the changes to the records of scheduled posts when a post is written or deleted. */
export function dueChanges(
  { before, after }: { before: StoredPost | null; after: StoredPost | null },
  now: number,
): Required<Pick<StoreChanges, "sets" | "deletes">> {
  const [former, next] = [dueRecord(before), dueRecord(after)];
  const isAhead = next !== undefined && next.time > now;
  const isKept = isAhead && former?.time === next.time;
  return {
    sets: isAhead ? [{ key: dueKey(next), data: next }] : [],
    deletes: former === undefined || isKept ? [] : [dueKey(former)],
  };
}

/** Records that an organization has a scheduled post. Call it before the commit that schedules the post. */
export async function announceDuePost(
  { store, clock }: DueDeps,
  organizationSlug: string,
  post: StoredPost,
): Promise<void> {
  const due = dueRecord(post);
  if (due === undefined || due.time <= clock.now()) return;
  await announceDue(store, { time: due.time, organizationSlug });
}

/**
 * Returns the record of a restored post that falls due after the time up to which its source had written due events. That time may be in the
 * past. A post that the store has scheduled for the same time already has its record, or had its event.
 */
export function restoredDue(
  { before, after }: { before: StoredPost | null; after: StoredPost },
  dueUntil: number,
): { key: readonly KeyPart[]; data: object }[] {
  const due = dueRecord(after);
  if (due === undefined || due.time <= dueUntil || dueRecord(before)?.time === due.time) return [];
  return [{ key: dueKey(due), data: due }];
}

/** Writes the records of a scheduled post that an earlier version wrote. A changed post already has its records. */
export async function recordDue(
  deps: DueDeps,
  organizationSlug: string,
  { data: post, version }: Stored<StoredPost>,
): Promise<void> {
  await announceDuePost(deps, organizationSlug, post);
  const { sets } = dueChanges({ before: null, after: post }, deps.clock.now());
  if (sets.length === 0) return;
  const checks = [{ key: postKey(post.slug), version }];
  await deps.store.commit(["org", organizationSlug], { checks, sets });
}

/**
 * Writes `post.published` for each scheduled post of an organization that is public at `now`, in milliseconds since the epoch. Concurrent
 * processes write one event for each post.
 */
export async function publishDuePosts(
  { store, outbox }: Pick<DueDeps, "store"> & { outbox: Outbox },
  organizationSlug: string,
  now: number,
): Promise<void> {
  const partition = ["org", organizationSlug];
  const to = [...duePrefix, now + 1];
  const turns = store.turns();
  for (;;) {
    if (turns.isOver) await turns.next();
    const due = await store.list<DueRecord>(partition, { prefix: duePrefix, to, limit: dueAtOnce });
    if (due.length === 0) return;
    for (const { version, data } of due) {
      const post = await store.getOrDamage<StoredPost>({ partition, key: postKey(data.slug) });
      const isReadable = post !== null && !(post instanceof DamagedRecordError);
      const isDue = isReadable && isScheduledAt(post.data, data);
      const events = isDue ? [{ type: "post.published", data: toEventData(post.data, now) } as const] : [];
      const redirects = isDue && (await redirectsAtDue(store, organizationSlug, post.data, now));
      const key = dueKey(data);
      const due = { checks: [{ key, version }], deletes: [key] };
      if (redirects === false || redirects.deletes.length === 0) {
        await outbox.commit(organizationSlug, due, events);
        continue;
      }
      const { checks, sets, deletes } = redirects;
      const changes = { checks: [...due.checks, ...checks], sets, deletes: [...due.deletes, ...deletes] };
      await commitPosts({ store, outbox }, organizationSlug, changes, events);
    }
  }
}

/** Plans the end of the redirects from the page of a post that has become public without a write. */
async function redirectsAtDue(
  store: Store,
  organizationSlug: string,
  after: StoredPost,
  now: number,
): Promise<RedirectChanges> {
  const write = { before: { ...after, status: "draft" } as const, after };
  return planRedirects(store, organizationSlug, write, { now, isRetry: true });
}

/** True if the post is still scheduled for the time of the record. A restored record may belong to a post that has changed. */
function isScheduledAt(post: StoredPost, { id, time }: DueRecord): boolean {
  return post.id === id && dueRecord(post)?.time === time;
}
