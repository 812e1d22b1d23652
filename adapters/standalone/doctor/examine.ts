import { stat } from "node:fs/promises";
import type { AtomicDriver } from "../../../lib/store/mod.ts";
import { isMissingStore } from "../../../storage-drivers/opening/missing_store_error.ts";
import { checkFileRights } from "./check_file_rights.ts";
import { checkFileTime, checkFolder, folderOf } from "./check_folder.ts";
import { checkClock, checkNode } from "./check_process.ts";
import { checkStore, notCreated } from "./check_store.ts";
import type { Finding } from "./finding.ts";

/** Opens the store of a setting. Its errors say why the store cannot be opened. */
type OpenStorage = (setting: string) => Promise<AtomicDriver>;

/**
 * Checks everything that a server needs, with the store last. Does not create a missing store.
 *
 * @param checkDeep called with the open store. Default: the store's records are not read
 */
export async function examine(
  setting: string,
  open: OpenStorage,
  checkDeep?: (storage: AtomicDriver) => Promise<Finding[]>,
): Promise<Finding[]> {
  const findings = [checkNode(process.versions.node), checkClock(Date.now())];
  const folder = folderOf(setting);
  if (folder !== undefined) {
    findings.push(...(await checkFolder(folder)));
    const isThere = await stat(folder).then(
      () => true,
      () => false,
    );
    // LMDB ends the process if the disk is full.
    const isHopeless = findings.some(
      ({ check, status }) => status === "failed" && (check === "folder" || check === "disk space"),
    );
    if (!isThere || isHopeless) return findings;
    findings.push(await checkFileTime(folder, Date.now()), await checkFileRights(folder));
  }
  return [...findings, ...(await openAndCheck(setting, open, checkDeep))];
}

async function openAndCheck(
  setting: string,
  open: OpenStorage,
  checkDeep: (storage: AtomicDriver) => Promise<Finding[]> = async () => [],
): Promise<Finding[]> {
  let storage: AtomicDriver;
  try {
    storage = await open(setting);
  } catch (error) {
    if (isMissingStore(error)) return [notCreated];
    const detail = error instanceof Error ? error.message : String(error);
    return [{ check: "open", status: "failed", detail, remedy: remedyOf(detail) }];
  }
  try {
    return [
      { check: "open", status: "ok", detail: "the store was opened" },
      ...(await checkStore(storage)),
      ...(await checkDeep(storage)),
    ];
  } finally {
    await storage.dispose?.();
  }
}

function remedyOf(detail: string): string {
  if (/locked by process/.test(detail)) {
    return "stop that process, or use lmdb:DIRECTORY, which several processes can open";
  }
  if (/is damaged: /.test(detail)) {
    return "move the directory away, then restore a backup: postern restore BACKUP; without a backup, keep the directory";
  }
  if (/is not an LMDB file|of another program/.test(detail))
    return "choose another directory, or replace this one with a backup";
  if (/not installed/.test(detail)) return "install the package that the message names";
  return "check --storage, and that the store exists";
}
