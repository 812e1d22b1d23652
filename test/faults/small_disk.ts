import { execFileSync } from "node:child_process";
import { temporaryDirectory } from "../temporary_directory.ts";

/** True if tests with a full disk cannot run here. It prints a line, also in CI, because the machine must permit mounts. */
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

/** Mounts a disk of a size such as `1m`, and returns its directory. */
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
      // Without a lock file, lmdb-js keeps the file open until the process ends.
      execFileSync("umount", ["--lazy", path]);
      remove();
    },
  };
}
