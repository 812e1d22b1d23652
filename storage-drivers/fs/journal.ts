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
  /** The version that is deleted; empty for a damaged record. */
  version: string;
}

/** Where a {@link Journal} writes. */
export interface JournalOptions {
  root: string;
  pending: string;
  /** What the names of temporary files begin with; no two processes have the same. */
  epoch: string;
  fsync: boolean;
}

const action = "Cannot write to the store";

/** Changes the files of several records as one. Used for one commit at a time. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #knownDirectories = new Set<string>();
  #files = 0;
  #damage: Error | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** Throws when a write has failed half-way, so that no one can say what the disk holds. */
  assertIntact(): void {
    if (this.#damage === undefined) return;
    const reason = `an earlier write failed, and what the disk holds is uncertain until the process is restarted`;
    throw new Error(`Cannot use the store: ${reason} (${this.#damage.message})`, { cause: this.#damage });
  }

  /**
   * Writes all records or none. `onVisible` is called when the files have changed, without a pause
   * between the first file and the call.
   *
   * @throws {FileStoreError} when nothing has changed, or else from then on with every call
   */
  async write(writes: readonly RecordWrite[], onVisible: () => void): Promise<void> {
    const { pending, fsync, root } = this.#options;
    const changes = writes.map((write) => this.#changeFor(write));
    const created: string[] = [];
    try {
      await settled(writes.map((write, index) => this.#prepare(write, changes[index], created)));
      if (changes.length > 1) await this.#declare(changes);
    } catch (error) {
      await this.#withdraw(changes);
      throw error instanceof FileStoreError ? error : new FileStoreError(action, root, error);
    }
    await this.#apply(changes);
    onVisible();
    try {
      const directories = [...writes.map(({ path }) => path.directory), ...created];
      if (fsync) await settled([...new Set(directories)].map(syncDirectory));
      if (changes.length > 1) await rm(intentFile(pending), { force: true });
    } catch (error) {
      throw this.#damaged(error);
    }
  }

  /** Removes a record that no one sees any more. It may come back after a power loss. */
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

  /** Adds the directories whose names changed to `created`: the parents of those that were made. */
  async #makeDirectory(directory: string, created: string[]): Promise<void> {
    if (this.#knownDirectories.has(directory)) return;
    const first = await mkdir(directory, { recursive: true, mode: privateDirectory });
    this.#knownDirectories.add(directory);
    if (first === undefined) return;
    for (let made = directory; made.length >= first.length; made = dirname(made)) created.push(dirname(made));
  }

  /** From when the intent is on the disk, the commit has happened. */
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

  /** Without a pause, so that no reader sees a part of it. Files take their places before others go. */
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
      // Somebody may have removed a directory: the next write creates it anew.
      this.#knownDirectories.clear();
      await this.#retract(changes);
      throw new FileStoreError(action, this.#options.root, error);
    }
  }

  /** Takes back an intent of which nothing was done. */
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
        return; // It is not empty.
      }
    }
  }

  #damaged(error: unknown): FileStoreError {
    const damage = new FileStoreError(action, this.#options.root, error);
    this.#damage = damage;
    return damage;
  }
}

/** Waits for all, also when one fails, so that nothing is still being written when the failure is seen. */
async function settled(promises: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) {
    if (result.status === "rejected") throw result.reason;
  }
}
