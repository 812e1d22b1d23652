import type { AtomicDriver } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { CliError } from "./cli_error.ts";

/** The forms that the storage setting can have, for an error message. */
const forms = "memory: or lmdb:DIR";

/**
 * Opens the store that a setting names.
 *
 * @throws {CliError} when the setting is not of a known form, or the store cannot be opened
 */
export async function openStorage(setting: string): Promise<AtomicDriver> {
  if (setting === "memory:") return memoryDriver();
  const path = /^lmdb:(.+)$/s.exec(setting)?.[1];
  if (path === undefined) {
    throw new CliError(
      `Cannot open the store: --storage must be ${forms}, and is ${JSON.stringify(setting)}`,
    );
  }
  return openLmdb(path);
}

async function openLmdb(path: string): Promise<AtomicDriver> {
  try {
    const { lmdbDriver } = await import("../../storage-drivers/lmdb.ts");
    return lmdbDriver({ path });
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND") {
      throw new CliError("Cannot open the store: the package lmdb is not installed (npm install lmdb)", {
        cause,
      });
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`Cannot open the store: ${path}: ${reason}`, { cause });
  }
}
