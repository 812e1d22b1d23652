import type { PersonalVisit } from "../visit.ts";

/** Returns user names by id, with one lookup per id. Users of a host's own storage are left out. */
export async function userNames(
  { api, stored }: PersonalVisit,
  ids: Iterable<string | undefined>,
): Promise<Map<string, string>> {
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  const users = await Promise.all(
    distinct.map(async (id) => (id === stored?.id ? stored : api.users.get(id))),
  );
  return new Map(users.flatMap((user) => (user === null ? [] : [[user.id, user.name]])));
}
