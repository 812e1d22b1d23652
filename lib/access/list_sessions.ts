import type { Clock } from "../clock.ts";
import type { PageQuery } from "../page_query.ts";
import { requirePageLimit } from "../require_page_limit.ts";
import { scanMatches, type Store } from "../store/mod.ts";
import {
  endOfSession,
  listedSessions,
  type SessionLimits,
  sessionLocation,
  type SessionRecord,
} from "./session_record.ts";
import { userLocation } from "./user.ts";

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

/** Maximum number of sessions that one page reads, and the size of a batch. */
const bounds = { mostScanned: 500, batch: 101 };

/** Lists the sessions of a user, the newest sign-in first. The list loses an ended session by itself, and a page leaves it out before. */
export async function listSessions(
  deps: SessionListDeps,
  user: SessionsOfUser,
  { limit = 50, after }: PageQuery,
): Promise<SessionPage> {
  requirePageLimit("Cannot list the sessions", limit);
  const live = new Map<string, ListedSession>();
  const { partition } = userLocation(user.userId);
  const { matches, next } = await scanMatches<{ id: string }>(deps.store, partition, {
    prefix: listedSessions(user.generation),
    reverse: true,
    limit,
    after,
    ...bounds,
    prepare: async (entries) => {
      const ids = entries.map(({ data }) => data.id);
      for (const session of await readSessions(deps, user, ids)) live.set(session.id, session);
    },
    isMatch: ({ id }) => live.has(id),
  });
  return { sessions: matches.flatMap(({ data }) => live.get(data.id) ?? []), next };
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
