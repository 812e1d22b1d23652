import type { DashboardDeps } from "./visit.ts";

/** The names of users by their ids, each looked for once; a host's own users have none here. */
export async function userNames(
  { api }: Pick<DashboardDeps, "api">,
  ids: Iterable<string | undefined>,
): Promise<Map<string, string>> {
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  const users = await Promise.all(distinct.map((id) => api.users.get(id)));
  return new Map(users.flatMap((user) => (user === null ? [] : [[user.id, user.name]])));
}
