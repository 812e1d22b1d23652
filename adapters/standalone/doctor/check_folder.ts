import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { systemErrorCode } from "../../../storage-drivers/directory/system_error_text.ts";
import type { StorePath } from "../../../storage-drivers/opening/store_path.ts";
import type { Finding } from "./finding.ts";

/** Bytes of free space: below `scarce` a store soon cannot grow, below `tooLittle` it cannot grow now. */
const scarce = 1_073_741_824;
const tooLittle = 67_108_864;

/** Maximum difference in milliseconds between the file system's clock and ours. */
const mostSkew = 60_000;

/**
 * Checks that a store's folder is a directory, that only this user can use it, and that the disk has free space. Other users may read a folder
 * that also has other files.
 */
export async function checkFolder({ directory: folder, isFile }: StorePath): Promise<Finding[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) return [await checkParent(folder), await checkSpace(await nearestFolder(folder))];
  if (!found.isDirectory())
    return [failed(`${folder} is not a folder`, "choose another folder, or remove the file")];
  return [await checkRights(folder, isFile ? found.mode & 0o772 : found.mode), await checkSpace(folder)];
}

/** Checks that the folder's last change is not in the future, because then one of two clocks is wrong. */
export async function checkFileTime(folder: string, now: number): Promise<Finding> {
  const { mtimeMs } = await stat(folder);
  const skew = mtimeMs - now;
  const detail = `${folder} was last changed in the past`;
  if (skew <= mostSkew) return { check: "file time", status: "ok", detail };
  const seconds = Math.round(skew / 1000);
  return {
    check: "file time",
    status: "warning",
    detail: `${folder} was last changed ${seconds} seconds in the future`,
    remedy:
      "the clock was set back, or the disk belongs to a machine whose clock is ahead. Set both clocks with NTP",
  };
}

async function checkParent(folder: string): Promise<Finding> {
  const nearest = await nearestFolder(folder);
  if ((await reasonNotToWrite(nearest)) !== undefined) {
    return failed(`${folder} does not exist, and ${nearest} is not writable`, rightsRemedy(nearest));
  }
  const detail = `${folder} does not exist yet: the first start creates it`;
  return { check: "folder", status: "ok", detail };
}

async function checkRights(folder: string, mode: number): Promise<Finding> {
  const reason = await reasonNotToWrite(folder);
  if (reason === "EROFS") return failed(`${folder} is on a read-only file system`, readOnlyRemedy);
  if (reason !== undefined) return failed(`${folder} is not writable`, rightsRemedy(folder));
  const rights = (mode & 0o777).toString(8);
  if ((mode & 0o007) === 0 || process.platform === "win32") {
    return { check: "folder", status: "ok", detail: `${folder} (rights ${rights})` };
  }
  return {
    check: "folder",
    status: "warning",
    detail: `${folder} is open to every user of this machine (rights ${rights})`,
    remedy: `chmod o-rwx ${folder}`,
  };
}

async function checkSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${inMebibytes(free)} free at ${folder}`;
  const remedy = "free some space, or move the store to a larger disk";
  if (free < tooLittle) {
    return failedSpace(`${detail}, and a store needs at least ${inMebibytes(tooLittle)}`, remedy);
  }
  if (free < scarce) {
    return {
      check: "disk space",
      status: "warning",
      detail: `${detail}, less than ${inMebibytes(scarce)}`,
      remedy,
    };
  }
  return { check: "disk space", status: "ok", detail };
}

function failedSpace(detail: string, remedy: string): Finding {
  return { check: "disk space", status: "failed", detail, remedy };
}

function inMebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(0)} MiB`;
}

async function nearestFolder(folder: string): Promise<string> {
  const parent = dirname(folder);
  const found = await stat(parent).catch(() => undefined);
  return found !== undefined || parent === folder ? parent : nearestFolder(parent);
}

/** Returns the error code with which the system refuses to write, such as `EROFS`. Undefined if writing is allowed. */
async function reasonNotToWrite(folder: string): Promise<string | undefined> {
  return access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => undefined,
    (error: unknown) => systemErrorCode(error) ?? String(error),
  );
}

const readOnlyRemedy =
  'mount it writable, and read the system log: a failing disk becomes read-only. To save the data, run "postern backup FILE"';

function rightsRemedy(folder: string): string {
  return `run as its owner, or change the owner: chown ${process.getuid?.() ?? "USER"} ${folder}`;
}

function failed(detail: string, remedy: string): Finding {
  return { check: "folder", status: "failed", detail, remedy };
}
