import type { Stored } from "../../store/mod.ts";
import type { SessionListDeps } from "./list_sessions.ts";
import { endOfSession, listedSessionKey, sessionLocation, type SessionRecord } from "./session_record.ts";
import { earlierSessionsKey, userLocation } from "../users/user.ts";

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
