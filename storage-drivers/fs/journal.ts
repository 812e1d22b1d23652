import { renameSync, rmdirSync, rmSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { privateDirectory } from "../private_files.ts";
import { FileStoreError } from "./file_store_error.ts";
import { type FileChange, formatIntent, intentFile } from "./intent.ts";
import type { RecordPath } from "./record_path.ts";
import { syncDirectory, writeNewFile } from "./sync.ts";

/** A record's new text, or null to delete it. */
export interface RecordWrite {
  path: RecordPath;
  text: string | null;
  /** The version to delete; empty for a damaged record. */
  version: string;
}

/** Options of a {@link Journal}. */
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
  readonly #knownDirectories = new Set<string>();
  #files = 0;
  #damage: Error | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** @throws {Error} when an earlier write failed half-way, so that the state of the disk is unknown */
  assertIntact(): void {
    if (this.#damage === undefined) return;
    const reason = `an earlier write failed, and the state of the disk is unknown. Restart the process`;
    throw new Error(`Cannot use the store: ${reason} (${this.#damage.message})`, { cause: this.#damage });
  }

  /**
   * Writes all records or none. `onVisible` is called synchronously after the files have changed.
   *
   * @throws {FileStoreError} when a write fails; if some files have already changed, every further call also throws
   */
  async write(writes: readonly RecordWrite[], onVisible: () => void): Promise<void> {
    const { pending, fsync, root } = this.#options;
    const changes = writes.map((write) => this.#changeFor(write));
    const created: string[] = [];
    try {
      await settleAll(writes.map((write, index) => this.#prepare(write, changes[index], created)));
      if (changes.length > 1) await this.#declare(changes);
    } catch (error) {
      await this.#withdraw(changes);
      throw error instanceof FileStoreError ? error : new FileStoreError(action, root, error);
    }
    await this.#apply(changes);
    onVisible();
    try {
      const directories = [...writes.map(({ path }) => path.directory), ...created];
      if (fsync) await settleAll([...new Set(directories)].map(syncDirectory));
      if (changes.length > 1) await rm(intentFile(pending), { force: true });
    } catch (error) {
      throw this.#damaged(error);
    }
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

  async #prepare(write: RecordWrite, change: FileChange | undefined, created: string[]): Promise<void> {
    if (write.text === null || change === undefined || !("from" in change)) return;
    try {
      await this.#makeDirectory(write.path.directory, created);
      await writeNewFile(change.from, write.text, this.#options.fsync);
    } catch (error) {
      throw new FileStoreError(action, write.path.file, error);
    }
  }

  /** Creates a directory, and adds the parents of all new directories to `created`, so that they are flushed. */
  async #makeDirectory(directory: string, created: string[]): Promise<void> {
    if (this.#knownDirectories.has(directory)) return;
    const first = await mkdir(directory, { recursive: true, mode: privateDirectory });
    this.#knownDirectories.add(directory);
    if (first === undefined) return;
    for (let made = directory; made.length >= first.length; made = dirname(made)) created.push(dirname(made));
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
      throw this.#damaged(error);
    }
  }

  async #withdraw(changes: FileChange[]): Promise<void> {
    if (this.#damage !== undefined) return;
    const temporaries = changes.flatMap((change) => ("from" in change ? [change.from] : []));
    await Promise.allSettled(temporaries.map((file) => rm(file, { force: true })));
  }

  /** Applies the changes synchronously, so that no reader sees a part of them. Files are replaced before others are deleted. */
  async #apply(changes: FileChange[]): Promise<void> {
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
      if (applied > 0) throw this.#damaged(error);
      // Someone may have removed a directory. The next write creates it again.
      this.#knownDirectories.clear();
      await this.#retract(changes);
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
      throw this.#damaged(error);
    }
    await this.#withdraw(changes);
  }

  #removeEmptyDirectories(directory: string): void {
    for (let empty = directory; empty !== this.#options.root; empty = dirname(empty)) {
      try {
        rmdirSync(empty);
        this.#knownDirectories.delete(empty);
      } catch {
        return; // The directory is not empty.
      }
    }
  }

  #damaged(error: unknown): FileStoreError {
    const damage = new FileStoreError(action, this.#options.root, error);
    this.#damage = damage;
    return damage;
  }
}

/** Waits for all promises before it reports a failure, so that no write is still running afterwards. */
async function settleAll(promises: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) {
    if (result.status === "rejected") throw result.reason;
  }
}
