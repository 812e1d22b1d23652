import type { AtomicDriver } from "../../lib/store/mod.ts";
import { openStorageDriver, storageSettingForms } from "../../storage-drivers/open_storage_driver.ts";
import { CliError } from "./cli_error.ts";

/** The forms of the storage setting, as help for a person. */
export const storageForms: string = storageSettingForms.join(", ");

/**
 * Opens the store that a setting names.
 *
 * @throws {CliError} when the setting is of no known form, or the store cannot be opened
 */
export async function openStorage(setting: string): Promise<AtomicDriver> {
  try {
    return await openStorageDriver(setting);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(reason.startsWith("Cannot ") ? reason : `Cannot open the store: ${reason}`, { cause });
  }
}

/** A storage setting as it may be printed. */
export function withoutPassword(setting: string): string {
  return setting.replace(/\/\/[^@/]*@/, "//");
}
