import { execFileSync } from "node:child_process";
import { temporaryDirectory } from "../temporary_directory.ts";

/** Whether tests with a full disk cannot run here, which is told. In CI, too: it is a right of the machine's, and nothing to install. */
export function smallDiskIsMissing(): boolean {
  try {
    mountSmallDisk("64k").remove();
    return false;
  } catch {
    console.warn(
      "The tests with a full disk are skipped: they mount a tmpfs, which needs root and, in a container, the capability SYS_ADMIN",
    );
    return true;
  }
}

/** A directory on a disk of its own, of a size as `mount` takes it, such as `1m`. */
export function mountSmallDisk(size: string): { path: string; remove: () => void } {
  const { path, remove } = temporaryDirectory();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", path], { stdio: "ignore" });
  } catch (error) {
    remove();
    throw error;
  }
  return {
    path,
    remove: () => {
      // lmdb-js holds a file without a lock file open until the process ends.
      execFileSync("umount", ["--lazy", path]);
      remove();
    },
  };
}
