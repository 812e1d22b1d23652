import { type Caller, usablePermissions } from "../../../access/mod.ts";
import { missingKeyWith, missingPermission } from "../../../http/mod.ts";

/**
 * Refuses callers who may not read knowledge texts.
 *
 * @throws {ProblemError} if the caller has no key, or a key without the permission
 */
export function checkReadsKnowledge(caller: Caller | null): asserts caller is Caller {
  if (caller === null) throw missingKeyWith("knowledge:read");
  if (!usablePermissions(caller).includes("knowledge:read")) throw missingPermission("knowledge:read");
}
