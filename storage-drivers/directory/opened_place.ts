import { closeSync, fstatSync, openSync, statSync } from "node:fs";
import { StoreReplacedError } from "../../lib/store/mod.ts";

/** A file of an open store. */
interface OpenedFile {
  path: string;
  /** Stays open as long as the store. Otherwise a new file could get the same inode. Undefined if the engine keeps the file open. */
  descriptor: number | undefined;
  inode: number;
  device: number;
}

/** Milliseconds between two checks of a store that is cached in memory. */
const checkInterval = 1000;

/** The files that identify an open store. Each must keep its path, inode and device. */
export class OpenedPlace {
  readonly #directory: string;
  readonly #files: OpenedFile[];
  #lastCheck = -Infinity;
  /** True if this event loop tick has had a check. */
  #isChecked = false;

  /**
   * @param directory the store's directory or file as given by the operator
   * @param options.isKeptOpen true if the engine keeps the files open. They are not opened here then, because the system drops all locks of a
   * process on a file when the process closes it once. Default: false
   */
  constructor(
    directory: string,
    paths: readonly string[],
    { isKeptOpen = false }: { isKeptOpen?: boolean } = {},
  ) {
    this.#directory = directory;
    this.#files = paths.map(isKeptOpen ? findFile : openFile);
  }

  /** @throws {StoreReplacedError} when a file was moved, deleted or replaced */
  assertInPlace(): void {
    for (const { path, inode, device } of this.#files) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined) this.refuse("is gone");
      if (found.ino !== inode || found.dev !== device) this.refuse("was replaced");
    }
  }

  /** Checks once for all operations that end in the same event loop tick. */
  assertThisTurn(): void {
    if (this.#isChecked) return;
    this.assertInPlace();
    this.#isChecked = true;
    setImmediate(() => (this.#isChecked = false));
  }

  /** Throws, and lets the next operation check again. */
  refuse(change: "is gone" | "was replaced"): never {
    this.#lastCheck = -Infinity;
    throw new StoreReplacedError(`at ${this.#directory}`, change);
  }

  /**
   * Checks at most once a second, for operations that do not need a file.
   *
   * @param now milliseconds since the epoch
   */
  assertLately(now: number): void {
    if (Math.abs(now - this.#lastCheck) < checkInterval) return;
    this.assertInPlace();
    this.#lastCheck = now;
  }

  /** Closes the files. */
  release(): void {
    for (const { descriptor } of this.#files.splice(0)) {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }
}

function openFile(path: string): OpenedFile {
  const descriptor = openSync(path, "r");
  const { ino: inode, dev: device } = fstatSync(descriptor);
  return { path, descriptor, inode, device };
}

function findFile(path: string): OpenedFile {
  const { ino: inode, dev: device } = statSync(path);
  return { path, descriptor: undefined, inode, device };
}
