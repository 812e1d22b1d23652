import { type AtomicDriver, upgradeStore } from "../../lib/store/mod.ts";
import { openStorageDriver, storageSettingForms } from "../../storage-drivers/open_storage_driver.ts";
import { CliError } from "./cli_error.ts";
import { reopeningStorage } from "./reopening_storage.ts";

/** The forms of the storage setting, as help for a person. */
export const storageForms: string = storageSettingForms.join(", ");

/**
 * Opens the store that a setting names, and upgrades it where an older version of Postern wrote it.
 *
 * @throws {CliError} when the setting is of no known form, or the store cannot be opened
 * @throws {UnknownSchemaVersionError} when a later version of Postern wrote the store
 */
export async function openStorage(setting: string): Promise<AtomicDriver> {
  const storage = await openDriver(setting);
  try {
    await upgradeStore(storage, {
      onUpgrade: ({ from, to }) => {
        const step = `upgrading the store from schema version ${from} to ${to}`;
        console.error(
          `postern: ${step}; an older version cannot read it then, so keep the backup from before`,
        );
      },
    });
    return storage;
  } catch (error) {
    await storage.dispose?.();
    throw error;
  }
}

async function openDriver(setting: string): Promise<AtomicDriver> {
  try {
    return await openStorageDriver(setting);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(reason.startsWith("Cannot ") ? reason : `Cannot open the store: ${reason}`, { cause });
  }
}

/** The same, for work that goes through all of the store: its memory does not grow with what is read. */
export async function openStorageForBulk(setting: string): Promise<AtomicDriver> {
  return setting.startsWith("lmdb:") ? reopeningStorage(() => openStorage(setting)) : openStorage(setting);
}

/** A storage setting as it may be printed. */
export function withoutPassword(setting: string): string {
  return setting.replace(/\/\/[^@/]*@/, "//");
}
