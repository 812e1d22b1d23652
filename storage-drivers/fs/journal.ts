import { renameSync, rmdirSync, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StoreReplacedError } from "../../lib/store/mod.ts";
import { FileStoreError } from "../directory/file_store_error.ts";
import { FlushedDirectories } from "../directory/flushed_directories.ts";
import { type FileChange, formatIntent, intentFile, replayIntent } from "./intent.ts";
import { InterruptedCommitError } from "./interrupted_commit_error.ts";
import type { RecordPath } from "./record_path.ts";
import { syncDirectory, syncDirectorySync, writeNewFile } from "../directory/sync.ts";
import { clearPending } from "./work_directory.ts";

/** A record's new text, or null to delete it. */
export interface RecordWrite {
  path: RecordPath;
  text: string | null;
  /** The version to delete; empty for a damaged record. */
  version: string;
}

export interface JournalOptions {
  root: string;
  pending: string;
  /** Prefix of temporary file names, unique to this process. */
  epoch: string;
  fsync: boolean;
}

const action = "Cannot write to the store";

/** Changes the files of several records atomically, one commit at a time. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #directories: FlushedDirectories;
  #files = 0;
  /** Directories with new names that may not be on disk. */
  readonly #unflushed = new Set<string>();
  /** True if a commit has failed half-way. Its files may be old or new. */
  #isInterrupted = false;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#directories = new FlushedDirectories(options.root, options);
  }

  /** True if a commit has failed half-way, so {@link recover} must be called before the next use. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /**
   * Finishes or withdraws the commit that failed half-way, as opening the store after a crash does. Records that were read before may have
   * changed. It is synchronous, so no reader sees a part of the commit.
   *
   * @param assertOwned throws if the directory is no longer that of this process
   * @throws {StoreReplacedError} when the directory was replaced
   * @throws {FileStoreError} when it fails; the next call tries again
   */
  recover(assertOwned: () => void): void {
    const { root, pending } = this.#options;
    try {
      assertOwned();
      // A withdrawn intent must not reappear after a power loss, because its files are deleted below.
      for (const directory of this.#unflushed) syncDirectorySync(directory);
      replayIntent(root, pending);
      clearPending({ pending });
    } catch (error) {
      if (error instanceof StoreReplacedError) throw error;
      const failure = "Cannot use the store: an earlier write failed half-way, and cannot be finished";
      throw new FileStoreError(failure, root, error);
    }
    this.#directories.clear();
    this.#unflushed.clear();
    this.#isInterrupted = false;
  }

  /**
   * Writes all records or none. `onVisible` is called synchronously after the files have changed.
   *
   * @throws {InterruptedCommitError} when a write fails half-way, so {@link recover} must be called before the next use
   * @throws {FileStoreError} when a write fails, and no record has changed
   */
  async write(writes: readonly RecordWrite[], onVisible: () => void): Promise<void> {
    const { pending, fsync, root } = this.#options;
    const changes = writes.map((write) => this.#changeFor(write));
    try {
      await settleAll(writes.map((write, index) => this.#prepare(write, changes[index])));
      if (changes.length > 1) await this.#declare(changes);
    } catch (error) {
      if (error instanceof InterruptedCommitError) throw error;
      await this.#withdraw(changes);
      throw error instanceof FileStoreError ? error : new FileStoreError(action, root, error);
    }
    try {
      this.#apply(changes);
    } catch (error) {
      if (!(error instanceof InterruptedCommitError)) await this.#retract(changes);
      throw error;
    }
    for (const { path } of writes) this.#unflushed.add(path.directory);
    try {
      onVisible();
      if (fsync) await settleAll(Array.from(this.#unflushed, syncDirectory));
      if (changes.length > 1) await rm(intentFile(pending), { force: true });
    } catch (error) {
      throw this.#interrupted(error);
    }
    this.#unflushed.clear();
  }

  /** Removes an expired record. Its file may reappear after a power loss. */
  discard(file: string): void {
    rmSync(file, { force: true });
    this.#removeEmptyDirectories(dirname(file));
  }

  #changeFor({ path: { file }, text, version }: RecordWrite): FileChange {
    if (text === null) return { file, version };
    return { file, from: join(this.#options.pending, `${this.#options.epoch}-${++this.#files}.json`) };
  }

  async #prepare(write: RecordWrite, change: FileChange | undefined): Promise<void> {
    if (write.text === null || change === undefined || !("from" in change)) return;
    try {
      await this.#directories.make(write.path.directory);
      await writeNewFile(change.from, write.text, this.#options.fsync);
    } catch (error) {
      throw new FileStoreError(action, write.path.file, error);
    }
  }

  /** Writes the intent. The commit succeeds as soon as the intent is on disk. */
  async #declare(changes: FileChange[]): Promise<void> {
    const { root, pending, epoch, fsync } = this.#options;
    const temporary = join(pending, `${epoch}-${++this.#files}.intent.json`);
    try {
      await writeNewFile(temporary, formatIntent(root, { changes }), fsync);
      await rename(temporary, intentFile(pending));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    try {
      if (fsync) await syncDirectory(pending);
    } catch (error) {
      this.#unflushed.add(pending);
      throw this.#interrupted(error);
    }
  }

  async #withdraw(changes: FileChange[]): Promise<void> {
    const temporaries = changes.flatMap((change) => ("from" in change ? [change.from] : []));
    await Promise.allSettled(temporaries.map((file) => rm(file, { force: true })));
  }

  /** Applies the changes synchronously, so that no reader sees a part of them. Files are replaced before others are deleted. */
  #apply(changes: FileChange[]): void {
    let applied = 0;
    try {
      for (const change of changes) {
        if (!("from" in change)) continue;
        renameSync(change.from, change.file);
        applied++;
      }
      for (const change of changes) {
        if ("from" in change) continue;
        rmSync(change.file, { force: true });
        applied++;
        this.#removeEmptyDirectories(dirname(change.file));
      }
    } catch (error) {
      if (applied > 0) throw this.#interrupted(error);
      // Someone may have removed a directory. The next write creates it again.
      this.#directories.clear();
      throw new FileStoreError(action, this.#options.root, error);
    }
  }

  /** Deletes an intent of which no change was applied. */
  async #retract(changes: FileChange[]): Promise<void> {
    const { pending, fsync } = this.#options;
    try {
      await rm(intentFile(pending), { force: true });
      if (fsync) await syncDirectory(pending);
    } catch (error) {
      this.#unflushed.add(pending);
      throw this.#interrupted(error);
    }
    await this.#withdraw(changes);
  }

  #removeEmptyDirectories(directory: string): void {
    for (let empty = directory; empty !== this.#options.root; empty = dirname(empty)) {
      try {
        rmdirSync(empty);
        this.#directories.forget(empty);
      } catch {
        return; // The directory is not empty.
      }
    }
  }

  #interrupted(error: unknown): InterruptedCommitError {
    this.#isInterrupted = true;
    return new InterruptedCommitError(action, this.#options.root, error);
  }
}

/** Waits for all promises before it reports a failure, so that no write is still running afterwards. */
async function settleAll(promises: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) {
    if (result.status === "rejected") throw result.reason;
  }
}
