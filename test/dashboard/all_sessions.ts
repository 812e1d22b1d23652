import type { ListedSession, PublicApi } from "../../lib/mod.ts";

/** Reads all pages of a user's sessions. */
export async function allSessions({ sessions }: PublicApi, userId: string): Promise<ListedSession[]> {
  const all: ListedSession[] = [];
  for (let next: string | null | undefined; next !== null;) {
    const page = await sessions.listOfUser(userId, next === undefined ? {} : { after: next });
    all.push(...page.sessions);
    next = page.next;
  }
  return all;
}
