import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { privateDirectory } from "./private_files.ts";
import { syncDirectory } from "./sync.ts";
import { systemErrorCode } from "./system_error_text.ts";

/** Maximum number of directories whose names are known to be on the disk. */
const mostKnown = 100_000;

/**
 * Creates directories below a root. Before a directory is used, its name is on the disk: otherwise a power loss could keep a file in it, and
 * lose the directory. It never creates the root: if the root was moved, a new directory would be in the way when it comes back.
 */
export class FlushedDirectories {
  readonly #root: string;
  readonly #fsync: boolean;
  /** Directories by path, each with its creation. */
  readonly #known = new Map<string, Promise<void>>();

  /** @param options.fsync false leaves the flushes out */
  constructor(root: string, { fsync }: { fsync: boolean }) {
    this.#root = root;
    this.#fsync = fsync;
  }

  /**
   * Creates a directory with its missing parents.
   *
   * @throws {Error} with the system's `code`: `ENOENT` if the root is missing, `EACCES`, `ENOSPC`, …
   */
  async make(directory: string): Promise<void> {
    if (directory === this.#root) return;
    const known = this.#known.get(directory);
    if (known !== undefined) return known;
    if (this.#known.size >= mostKnown) this.#known.clear();
    const creation = this.#create(directory);
    this.#known.set(directory, creation);
    try {
      await creation;
    } catch (error) {
      this.#known.delete(directory);
      throw error;
    }
  }

  async #create(directory: string): Promise<void> {
    const parent = dirname(directory);
    await this.make(parent);
    try {
      await mkdir(directory, { mode: privateDirectory });
    } catch (error) {
      // The process that created it may have ended before the flush.
      if (systemErrorCode(error) !== "EEXIST") throw error;
    }
    if (this.#fsync) await syncDirectory(parent);
  }

  /** Forgets a directory that was removed. */
  forget(directory: string): void {
    this.#known.delete(directory);
  }

  /** Forgets all directories, because some may have been removed. */
  clear(): void {
    this.#known.clear();
  }
}
