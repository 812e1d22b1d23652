import { existsSync } from "node:fs";
import { type AtomicDriver, upgradeStore } from "../../lib/upgrades/mod.ts";
import { findUnfinishedMigration } from "../../lib/transfer/mod.ts";
import { FileStoreError } from "../../storage-drivers/fs/file_store_error.ts";
import {
  openStorageDriver,
  type OpenStorageDriverOptions,
  storageSettingForms,
} from "../../storage-drivers/open_storage_driver.ts";
import { folderOf } from "../standalone/doctor/check_folder.ts";
import { CliError } from "./cli_error.ts";
import { printable } from "./printable.ts";
import { reopeningStorage } from "./reopening_storage.ts";

/** The forms of the storage setting, for help texts. */
export const storageForms: string = storageSettingForms.join(", ");

/**
 * Opens the store of a setting. Upgrades it if an older version of Postern wrote it, and warns about an unfinished migration.
 *
 * @throws {CliError} when the setting is invalid, or the store cannot be opened
 * @throws {UnknownSchemaVersionError} when a later version of Postern wrote the store
 */
export async function openStorage(setting: string): Promise<AtomicDriver> {
  return openPrepared(setting, async (storage) => {
    await upgrade(storage);
    await warnOfMigration(storage, setting);
  });
}

/**
 * Opens a store for a command that reads all of it. Refuses a missing directory, because a new store would be empty. If this process
 * cannot write the disk, opens the store read-only and prints a warning.
 */
export async function openToRead(setting: string): Promise<AtomicDriver> {
  refuseMissing(setting);
  try {
    return await openStorage(setting);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const storage = await openWithoutUpgrade(setting, { readOnly: true });
    console.error(`postern: opened the store read-only: ${reasonOf(error)}`);
    return storage;
  }
}

/** @throws {CliError} when the directory of a store in files or LMDB does not exist */
export function refuseMissing(setting: string): void {
  const folder = folderOf(setting);
  if (folder === undefined || existsSync(folder)) return;
  throw new CliError(`Cannot open the store: ${folder} does not exist. Name the directory of a store`);
}

/** Opens the target of a migration, without a warning that the migration is unfinished. */
export async function openMigrationTarget(setting: string): Promise<AtomicDriver> {
  return openPrepared(setting, upgrade);
}

async function openPrepared(
  setting: string,
  prepare: (storage: AtomicDriver) => Promise<void>,
): Promise<AtomicDriver> {
  const storage = await openWithoutUpgrade(setting);
  try {
    await prepare(storage);
    return storage;
  } catch (error) {
    await storage.dispose?.();
    throw error;
  }
}

async function upgrade(storage: AtomicDriver): Promise<void> {
  await upgradeStore(storage, {
    onUpgrade: ({ from, to }) => {
      const step = `upgrading the store from version ${from} to ${to}`;
      console.error(`postern: ${step}. Commands of older versions refuse it afterwards: keep your backup`);
    },
    onLoss: (text) => console.error(`postern: ${printable(text)}`),
  });
}

async function warnOfMigration(storage: AtomicDriver, setting: string): Promise<void> {
  const migration = await findUnfinishedMigration(storage);
  if (migration === null) return;
  const { from, begunAt } = migration;
  const [, backup] = /^backup:(.*)$/s.exec(from) ?? [];
  const target = withoutPassword(setting);
  const [work, command] =
    backup === undefined
      ? ["migration", `postern migrate ${from} ${target}`]
      : ["restore", `postern restore ${backup} --storage ${target}`];
  console.error(
    `postern: the store may be incomplete: the ${work} that started at ${begunAt} has not finished. Run "${command}" again`,
  );
}

/** Opens the store of a setting without an upgrade, whatever version of Postern wrote it. */
export async function openWithoutUpgrade(
  setting: string,
  options: OpenStorageDriverOptions = {},
): Promise<AtomicDriver> {
  try {
    return await openStorageDriver(setting, options);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(reason.startsWith("Cannot ") ? reason : `Cannot open the store: ${reason}`, { cause });
  }
}

/** Opens a store for work on all records: the memory of the process does not grow with the size of the store. */
export async function openStorageForBulk(setting: string): Promise<AtomicDriver> {
  const storage = await openStorage(setting);
  // The first opening has upgraded the store and warned.
  return setting.startsWith("lmdb:") ? reopeningStorage(storage, () => openWithoutUpgrade(setting)) : storage;
}

/** Removes user names and passwords from a storage setting, also those of a replica, so that it can be printed. */
export function withoutPassword(setting: string): string {
  return setting.replace(/(\/\/|%2f%2f)[^/?]*(?:@|%40)/gi, "$1");
}

const unwritableCodes: ReadonlySet<string | undefined> = new Set(["EROFS", "EACCES", "EPERM"]);

/** True if a store could not be opened because its files cannot be written. */
function isUnwritable(error: unknown): boolean {
  return (
    error instanceof CliError &&
    error.cause instanceof FileStoreError &&
    unwritableCodes.has(error.cause.code)
  );
}

function reasonOf(error: unknown): string {
  const code =
    error instanceof CliError && error.cause instanceof FileStoreError ? error.cause.code : undefined;
  return code === "EROFS" ? "its file system is read-only" : "this process may not write its files";
}
