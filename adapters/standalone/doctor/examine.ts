import { stat, opendir } from "node:fs/promises";
import type { AtomicDriver } from "../../../lib/store/mod.ts";
import { isMissingStore } from "../../../storage-drivers/opening/missing_store_error.ts";
import { type StorePath, storePath } from "../../../storage-drivers/opening/store_path.ts";
import { checkFileTime, checkFolder } from "./check_folder.ts";
import { checkStore, notCreated } from "./check_store.ts";
import type { Finding } from "./finding.ts";
import { basename, join, resolve } from "node:path";

/** Minimum version of Node, from the package's `engines`. */
const leastNode = [20, 19] as const;

/** Earliest plausible time, because Postern is not older. An earlier time means that the clock is not set. */
const earliest = Date.parse("2026-01-01T00:00:00Z");

/** Latest plausible time, 50 years later. A clock beyond it would expire valid keys and publish scheduled posts. */
const latest = Date.parse("2076-01-01T00:00:00Z");

/** Maximum number of files to check, because a file store can have many. */
const mostFiles = 10_000;

/** Classes of other users, with the rights to enter a directory and to read a file. */
const otherUsers = [
  { enter: 0o010, read: 0o040, name: "users of its group" },
  { enter: 0o001, read: 0o004, name: "every user of this machine" },
];

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
  const place = storePath(setting);
  if (place !== undefined) {
    const folder = place.directory;
    findings.push(...(await checkFolder(place)));
    const isThere = await stat(folder).then(
      () => true,
      () => false,
    );
    // LMDB ends the process if the disk is full.
    const isHopeless = findings.some(
      ({ check, status }) => status === "failed" && (check === "folder" || check === "disk space"),
    );
    if (!isThere || isHopeless) return findings;
    findings.push(await checkFileTime(folder, Date.now()), await checkFileRights(place));
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
    return "stop that process, or use lmdb:DIRECTORY or sqlite:FILE, which several processes can open";
  }
  if (/is damaged: /.test(detail)) {
    return "move the directory away, then restore a backup: postern restore BACKUP; without a backup, keep the directory";
  }
  if (/is not an LMDB file|of another program|is not a SQLite file/.test(detail))
    return "choose another place, or replace the files there with a backup";
  if (/not installed/.test(detail)) return "install the package that the message names";
  return "check --storage, and that the store exists";
}

/** Checks the version of Node, in the form of `process.versions.node`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1]);
  if (isEnough) return { check: "node", status: "ok", detail: `version ${version}` };
  const remedy = `install Node ${leastNode.join(".")} or later`;
  return { check: "node", status: "failed", detail: `version ${version} is too old`, remedy };
}

/** Checks the clock, which controls the expiry of keys, the reset of quotas and the publication of posts. */
export function checkClock(now: number): Finding {
  const time = Number.isFinite(now) && Math.abs(now) <= 8.64e15 ? new Date(now).toISOString() : String(now);
  if (now >= earliest && now < latest) return { check: "clock", status: "ok", detail: time };
  const remedy = "set the clock with NTP: it decides when keys expire and quotas reset";
  return { check: "clock", status: "failed", detail: `${time} cannot be the current time`, remedy };
}

/** Checks that only the owner can read the store's files. A copy can have other rights. */
async function checkFileRights(place: StorePath): Promise<Finding> {
  const { mode } = await stat(place.directory);
  const entering = otherUsers.filter(({ enter }) => (mode & enter) !== 0);
  const readable = process.platform === "win32" ? undefined : await findReadable(place, entering);
  const files = place.isFile ? resolve(place.path) : place.directory;
  if (readable === undefined) {
    const detail = `only the owner can read ${place.isFile ? "" : "the files in "}${files}`;
    return { check: "files", status: "ok", detail };
  }
  const remedy = `chmod ${place.isFile ? "" : "-R "}go-rwx ${files}${place.isFile ? "*" : ""}`;
  return { check: "files", status: "warning", detail: readable, remedy };
}

/** Lists the files of a store. Those of a single file have its name and an ending. */
async function* filesOf({ directory, path, isFile }: StorePath): AsyncGenerator<string> {
  for await (const entry of await opendir(directory, { recursive: !isFile })) {
    if (!entry.isFile() || (isFile && !entry.name.startsWith(basename(path)))) continue;
    yield join(entry.parentPath, entry.name);
  }
}

/** Describes the first file that other users can read. */
async function findReadable(place: StorePath, classes: typeof otherUsers): Promise<string | undefined> {
  if (classes.length === 0) return undefined;
  let left = mostFiles;
  for await (const file of filesOf(place)) {
    if (left-- === 0) return undefined;
    // A running server may have removed the file since it was listed.
    const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
    const reader = classes.findLast(({ read }) => (mode & read) !== 0);
    if (reader !== undefined)
      return `${file} can be read by ${reader.name} (rights ${(mode & 0o777).toString(8)})`;
  }
  return undefined;
}
