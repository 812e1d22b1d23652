import type { AuditEntry } from "../access/mod.ts";
import { NotFoundError } from "../errors.ts";
import type { Visit } from "./visit.ts";

/** Returns the names of the API keys in audit entries by id, with one lookup per id. Keys that no longer exist are left out. */
export async function keyNames(visit: Visit, entries: readonly AuditEntry[]): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ action, subject, via }) => [
    action.startsWith("key.") ? subject : undefined,
    via,
  ]);
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  const names = await Promise.all(distinct.map(async (id) => [id, await keyName(visit, id)] as const));
  return new Map(names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name]])));
}

async function keyName({ api, actor }: Visit, keyId: string): Promise<string | undefined> {
  try {
    return (await api.admin.apiKeys.get({ actor, keyId })).name;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}
