import { StoreLimitError, StoreRefusedError, StoreUnavailableError } from "../base/errors.ts";
import { DamagedRecordError } from "./contract/damaged_record_error.ts";
import { StoreReplacedError } from "./contract/store_replaced_error.ts";

/** HTTP statuses below 500 after which the same request may succeed. */
const temporaryStatuses: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

/** Codes of system errors and of SQLite that last until somebody frees space, gives a right or writes less. */
const refusedCodes =
  /^(?:EACCES|EDQUOT|ENAMETOOLONG|ENOSPC|EPERM|EROFS|SQLITE_(?:CORRUPT|FULL|PERM|READONLY|TOOBIG))/;

/** Names of errors of HTTP stores that have a status below 500, although the same request may succeed. */
const temporaryNames = /throttl|throughput|limitexceeded|toomany|timeout|conditional/i;

/**
 * Converts an engine's error. Every error except damage, a replaced store and a change beyond a limit becomes a {@link StoreUnavailableError},
 * or a {@link StoreRefusedError} if a repetition would fail, too.
 */
export function toStoreError(error: unknown): Error {
  const isKnown = [DamagedRecordError, StoreReplacedError, StoreLimitError].some(
    (kind) => error instanceof kind,
  );
  if (isKnown && error instanceof Error) return error;
  return isRefusal(error) ? new StoreRefusedError(error) : new StoreUnavailableError(error);
}

/**
 * True if an engine's error says that a repetition of the operation fails, too. An engine sets `isRefusal`. Errors of the system have a code, and
 * those of unstorage drivers for HTTP stores the status of the response.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { isRefusal, code, status, statusCode, $metadata } = error as {
    isRefusal?: unknown;
    code?: unknown;
    status?: unknown;
    statusCode?: unknown;
    $metadata?: { httpStatusCode?: unknown };
  };
  if (typeof isRefusal === "boolean") return isRefusal;
  if (typeof code === "string" && refusedCodes.test(code)) return true;
  const found = [status, statusCode, $metadata?.httpStatusCode].find((one) => typeof one === "number") ?? 0;
  return found >= 400 && found < 500 && !temporaryStatuses.has(found) && !temporaryNames.test(error.name);
}
