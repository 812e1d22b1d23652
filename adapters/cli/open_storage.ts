import { existsSync } from "node:fs";
import { type AtomicDriver, upgradeStore } from "../../lib/store/mod.ts";
import { findUnfinishedMigration } from "../../lib/transfer/mod.ts";
import { FileStoreError } from "../../storage-drivers/fs/file_store_error.ts";
import {
  openStorageDriver,
  type OpenStorageDriverOptions,
  storageSettingForms,
} from "../../storage-drivers/open_storage_driver.ts";
import { folderOf } from "../standalone/doctor/check_folder.ts";
import { CliError } from "./cli_error.ts";
import { reopeningStorage } from "./reopening_storage.ts";

/** The forms of the storage setting, as help for a person. */
export const storageForms: string = storageSettingForms.join(", ");

/**
 * Opens the store that a setting names, upgrades it where an older version of Postern wrote it, and warns where a migration into it has
 * not finished.
 *
 * @throws {CliError} when the setting is of no known form, or the store cannot be opened
 * @throws {UnknownSchemaVersionError} when a later version of Postern wrote the store
 */
export async function openStorage(setting: string): Promise<AtomicDriver> {
  return openPrepared(setting, async (storage) => {
    await upgrade(storage);
    await warnOfMigration(storage, setting);
  });
}

/**
 * The same for commands that read the whole store: a missing directory is refused, since a new store in its place would be empty. A store on a
 * disk that this process cannot write is opened read-only, and a line on the standard error says so.
 */
export async function openToRead(setting: string): Promise<AtomicDriver> {
  refuseMissing(setting);
  try {
    return await openStorage(setting);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const storage = await openAsItIs(setting, { readOnly: true });
    console.error(`postern: the store is opened read-only: ${reasonOf(error)}`);
    return storage;
  }
}

/** @throws {CliError} when the directory of a store in files or LMDB does not exist */
export function refuseMissing(setting: string): void {
  const folder = folderOf(setting);
  if (folder === undefined || existsSync(folder)) return;
  throw new CliError(`Cannot open the store: ${folder} does not exist. Name the directory of a store`);
}

/** The same for what is to finish a migration. */
export async function openMigrationTarget(setting: string): Promise<AtomicDriver> {
  return openPrepared(setting, upgrade);
}

async function openPrepared(
  setting: string,
  prepare: (storage: AtomicDriver) => Promise<void>,
): Promise<AtomicDriver> {
  const storage = await openAsItIs(setting);
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
      const step = `upgrading the store from schema version ${from} to ${to}`;
      console.error(`postern: ${step}; an older version cannot read it then, so keep the backup from before`);
    },
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
    `postern: the store may lack something: the ${work} that began at ${begunAt} has not finished; run "${command}" again`,
  );
}

/** Opens the store that a setting names, and leaves it as it is, whatever version of Postern wrote it. */
export async function openAsItIs(
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

/** The same, for work that goes through all of the store: its memory does not grow with what is read. */
export async function openStorageForBulk(setting: string): Promise<AtomicDriver> {
  const storage = await openStorage(setting);
  // It was upgraded, and warned of, once.
  return setting.startsWith("lmdb:") ? reopeningStorage(storage, () => openAsItIs(setting)) : storage;
}

/** A storage setting as it may be printed. */
export function withoutPassword(setting: string): string {
  return setting.replace(/\/\/[^@/]*@/, "//");
}

const unwritable: ReadonlySet<string | undefined> = new Set(["EROFS", "EACCES", "EPERM"]);

/** Whether a store could not be opened because its files cannot be written. */
function isUnwritable(error: unknown): boolean {
  return (
    error instanceof CliError && error.cause instanceof FileStoreError && unwritable.has(error.cause.code)
  );
}

function reasonOf(error: unknown): string {
  const code =
    error instanceof CliError && error.cause instanceof FileStoreError ? error.cause.code : undefined;
  return code === "EROFS" ? "its file system is read-only" : "this process may not write its files";
}
