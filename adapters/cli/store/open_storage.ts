import { resolve } from "node:path";
import type { AtomicDriver } from "../../../lib/store/mod.ts";
import { upgradeStore, findUnfinishedMigration } from "../../../lib/moving/mod.ts";
import { FileStoreError } from "../../../storage-drivers/directory/file_store_error.ts";
import { memoryDriver } from "../../../storage-drivers/memory.ts";
import { isMissingStore, MissingStoreError } from "../../../storage-drivers/opening/missing_store_error.ts";
import { storePath } from "../../../storage-drivers/opening/store_path.ts";
import {
  openStorageDriver,
  type OpenStorageDriverOptions,
  storageSettingForms,
} from "../../../storage-drivers/open_storage_driver.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { printable } from "../frame/output/printable.ts";
import { reopeningStorage } from "./reopening_storage.ts";

/** The forms of the storage setting, for help texts. */
export const storageForms: string = storageSettingForms.join(", ");

/**
 * Opens an existing store. Upgrades it if an older version of Postern wrote it, and warns about an unfinished migration.
 *
 * @throws {CliError} when the setting is invalid, or the store does not exist or cannot be opened
 * @throws {UnknownSchemaVersionError} when a later version of Postern wrote the store
 */
export async function openStorage(setting: string): Promise<AtomicDriver> {
  return openPrepared(setting, { create: false });
}

/** Like {@link openStorage}, but creates a store that does not exist. For commands that write the first records of a store. */
export async function openOrCreateStorage(setting: string): Promise<AtomicDriver> {
  return openPrepared(setting, { create: true });
}

/**
 * Opens an existing store for a command that reads all of it. If this process cannot write the disk, opens the store read-only and prints
 * a warning.
 */
export async function openToRead(setting: string): Promise<AtomicDriver> {
  try {
    return await openStorage(setting);
  } catch (error) {
    const code = unwritableCode(error);
    if (code === undefined) throw error;
    const storage = await openWithoutUpgrade(setting, { readOnly: true });
    const reason = code === "EROFS" ? "its file system is read-only" : "this process may not write its files";
    console.error(`postern: opened the store read-only: ${reason}`);
    return storage;
  }
}

/** Opens the target of a migration, without a warning that the migration is unfinished. Creates a store that does not exist. */
export async function openMigrationTarget(setting: string): Promise<AtomicDriver> {
  return openPrepared(setting, { create: true, warns: false });
}

/** Opens a store for changes that are only shown. A store that does not exist is empty, and is not created. */
export async function openForDryRun(setting: string): Promise<AtomicDriver> {
  return (await hasStore(setting)) ? openStorageForBulk(setting) : memoryDriver();
}

/** True if the store of a setting exists. It creates nothing. */
export async function hasStore(setting: string): Promise<boolean> {
  try {
    const storage = await openPrepared(setting, { create: false, warns: false });
    await storage.dispose?.();
    return true;
  } catch (error) {
    if (isMissingStore(error)) return false;
    throw error;
  }
}

async function openPrepared(
  setting: string,
  { create, warns = true }: { create: boolean; warns?: boolean },
): Promise<AtomicDriver> {
  // A store in memory is always new.
  const mayCreate = create || setting === "memory:";
  const storage = await openWithoutUpgrade(setting, { create: mayCreate });
  try {
    await upgrade(storage, async () => {
      // A copy that was stopped before its first record has left only its mark.
      if (!mayCreate && (await findUnfinishedMigration(storage)) === null) throw new MissingStoreError();
    });
    if (warns) await warnOfMigration(storage, setting);
    return storage;
  } catch (error) {
    await storage.dispose?.();
    throw isMissingStore(error) ? noStore(setting, error) : error;
  }
}

function noStore(setting: string, cause: unknown): CliError {
  const place = nameOfStore(setting);
  return new CliError(
    `There is no store at ${place}. Name the store with --storage, or create one with "postern org create"`,
    { cause },
  );
}

async function upgrade(storage: AtomicDriver, onNew: () => Promise<void>): Promise<void> {
  await upgradeStore(storage, {
    onNew,
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
    if (isMissingStore(cause)) throw noStore(setting, cause);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(reason.startsWith("Cannot ") ? reason : `Cannot open the store: ${reason}`, { cause });
  }
}

/** Runs work on a store, and closes the store afterwards. */
export async function withStorage<Driver extends AtomicDriver, Result>(
  storage: Driver,
  work: (storage: Driver) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(storage);
  } finally {
    await storage.dispose?.();
  }
}

/** Opens an existing store for work on all records: the memory of the process does not grow with the size of the store. */
export async function openStorageForBulk(setting: string): Promise<AtomicDriver> {
  return forBulk(setting, await openStorage(setting));
}

/** Like {@link openStorageForBulk}, but creates a store that does not exist. */
export async function openOrCreateStorageForBulk(setting: string): Promise<AtomicDriver> {
  return forBulk(setting, await openOrCreateStorage(setting));
}

function forBulk(setting: string, storage: AtomicDriver): AtomicDriver {
  // The first opening has upgraded the store and warned.
  if (!setting.startsWith("lmdb:")) return storage;
  return reopeningStorage(storage, () => openWithoutUpgrade(setting, { create: false }));
}

/** Returns a setting without its password and with an absolute path, so that equal names mean the same store. */
export function nameOfStore(setting: string): string {
  const place = storePath(setting);
  return place === undefined ? withoutPassword(setting) : `${place.kind}:${resolve(place.path)}`;
}

/** Removes user names and passwords from a storage setting, also those of a replica, so that it can be printed. */
export function withoutPassword(setting: string): string {
  return setting.replace(/(\/\/|%2f%2f)[^/?]*(?:@|%40)/gi, "$1");
}

const unwritableCodes: ReadonlySet<string | undefined> = new Set(["EROFS", "EACCES", "EPERM"]);

/** Returns the system's reason if a store could not be opened because its files cannot be written. */
function unwritableCode(error: unknown): string | undefined {
  const cause = error instanceof CliError ? error.cause : undefined;
  const code = cause instanceof FileStoreError ? cause.code : undefined;
  return unwritableCodes.has(code) ? code : undefined;
}
