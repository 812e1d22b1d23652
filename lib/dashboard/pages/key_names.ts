import type { AuditEntry } from "../../access/mod.ts";
import type { Visit } from "../visit.ts";

/** Returns the names of the API keys in audit entries by id. Keys that no longer exist are left out. */
export async function keyNames(
  { api, actor }: Visit,
  entries: readonly AuditEntry[],
): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ action, subject, via }) => [
    action.startsWith("key.") ? subject : undefined,
    via,
  ]);
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  return api.admin.apiKeys.names(actor, distinct);
}
