import type { Clock } from "../../base/time/clock.ts";
import { type PageQuery, requirePageLimit } from "../../base/input/page_query.ts";
import { readPage, type Store, type Stored } from "../../store/mod.ts";
import {
  endOfSession,
  listedSessionKey,
  listedSessions,
  type SessionLimits,
  sessionLocation,
  type SessionRecord,
} from "./session_record.ts";
import { earlierSessionsKey, userLocation } from "../users/user.ts";

/** A session in the list of its user. */
export interface ListedSession {
  /** The hash of the token, which ends the session but does not sign in. */
  id: string;
  /** RFC 3339. */
  signedInAt: string;
  /** Last recorded use (RFC 3339). A use is recorded once per twentieth of `sessions.idleSeconds`. */
  lastUsedAt: string;
  /** Name of the browser, if it was known at the sign-in. */
  browser?: string;
}

/** A page of a user's sessions. */
export interface SessionPage {
  sessions: ListedSession[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** Dependencies of {@link listSessions}. */
export interface SessionListDeps {
  store: Store;
  clock: Clock;
  limits: SessionLimits;
}

/** The sessions that signing out everywhere has not ended. */
interface SessionsOfUser {
  userId: string;
  /** Number of times that the user has signed out everywhere. */
  generation: number;
}

/** Lists the sessions of a user, the newest sign-in first. The list loses an ended session by itself, and a page leaves it out before. */
export async function listSessions(
  deps: SessionListDeps,
  user: SessionsOfUser,
  { limit = 50, after }: PageQuery,
): Promise<SessionPage> {
  requirePageLimit("Cannot list the sessions", limit);
  const { partition } = userLocation(user.userId);
  const { items: sessions, next } = await readPage<{ id: string }, ListedSession>(deps.store, partition, {
    ranges: [{ prefix: listedSessions(user.generation), reverse: true }],
    limit,
    after,
    read: async (entries) => {
      const ids = entries.map(({ data }) => data.id);
      const live = new Map((await readSessions(deps, user, ids)).map((session) => [session.id, session]));
      return ids.map((id) => live.get(id) ?? null);
    },
  });
  return { sessions, next };
}

/** Returns the live sessions of a user among sessions with these ids. */
export async function readSessions(
  { store, clock, limits }: SessionListDeps,
  { userId, generation }: SessionsOfUser,
  ids: readonly string[],
): Promise<ListedSession[]> {
  const records = await store.getReadable<SessionRecord[]>(ids.map(sessionLocation));
  return records.flatMap((record, index): ListedSession[] => {
    const id = ids[index];
    if (record === null || id === undefined) return [];
    const { data } = record;
    if (data.userId !== userId || data.generation !== generation) return [];
    return clock.now() < endOfSession(data, limits) ? [toListed(id, data)] : [];
  });
}

function toListed(id: string, { signedInAt, seenAt, browser }: SessionRecord): ListedSession {
  return {
    id,
    signedInAt: new Date(signedInAt).toISOString(),
    lastUsedAt: new Date(seenAt).toISOString(),
    ...(browser === undefined ? {} : { browser }),
  };
}

/** Number of entries that are moved in one commit. */
const movedAtOnce = 100;

/** Moves sessions from the list that earlier versions of Postern write, which is in no useful order, to the list of this version. */
export async function adoptSessions(deps: SessionListDeps, userId: string): Promise<void> {
  const { store, clock, limits } = deps;
  const { partition } = userLocation(userId);
  const options = { prefix: earlierSessionsKey };
  for await (const entries of store.listPages<{ id: string }>(partition, options, movedAtOnce)) {
    const found = await store.getReadable<SessionRecord[]>(
      entries.map(({ data }) => sessionLocation(data.id)),
    );
    const sessions = found.flatMap((session: Stored<SessionRecord> | null, index) => {
      const id = entries[index]?.data.id;
      return session === null || id === undefined ? [] : [{ id, record: session.data }];
    });
    const live = sessions.filter(({ record }) => clock.now() < endOfSession(record, limits));
    await store.commit(partition, {
      sets: live.map(({ id, record }) => ({
        key: listedSessionKey(record, id),
        data: { id },
        expiresAt: endOfSession(record, limits),
      })),
      deletedEntries: entries.map(({ key }) => key),
    });
  }
}
