import type { Expiry } from "./expiry_log.ts";
import type { RecordWrite } from "./journal.ts";
import { type FileRecord, formatRecord, type FoundRecord } from "./record_file.ts";
import { type RecordPath, recordPath } from "./record_path.ts";

interface DraftEntry {
  partition: string;
  key: string;
  path: RecordPath;
  /** The record on disk, or undefined if it does not exist. */
  before: FoundRecord | undefined;
  /** The new record, or null to delete it. */
  record: FileRecord | null;
  /** Characters of the record's file. */
  size: number;
}

/** The pending writes of a batch of commits. Each commit sees the changes of the earlier commits. */
export class Draft {
  readonly #root: string;
  readonly #findStored: (partition: string, key: string) => FoundRecord | undefined;
  readonly #entries = new Map<string, DraftEntry>();

  constructor(root: string, findStored: (partition: string, key: string) => FoundRecord | undefined) {
    this.#root = root;
    this.#findStored = findStored;
  }

  find(partition: string, key: string): FoundRecord | undefined {
    const entry = this.#entries.get(recordPath(this.#root, partition, key).file);
    return entry === undefined ? this.#findStored(partition, key) : (entry.record ?? undefined);
  }

  /** Sets a record, or deletes it if `record` is null. */
  put(partition: string, key: string, record: FileRecord | null): void {
    const path = recordPath(this.#root, partition, key);
    const known = this.#entries.get(path.file);
    const before = known === undefined ? this.#findStored(partition, key) : known.before;
    this.#entries.set(path.file, { partition, key, path, before, record, size: 0 });
  }

  entries(): Iterable<DraftEntry> {
    return this.#entries.values();
  }

  writes(): RecordWrite[] {
    const changed = [...this.#entries.values()].filter(({ before, record }) => before ?? record);
    return changed.map((entry) => {
      const { path, record, before } = entry;
      if (record === null) return { path, text: null, version: before?.version ?? "" };
      const text = formatRecord(record);
      entry.size = text.length;
      return { path, text, version: record.version };
    });
  }

  /** Returns the records with a new or changed expiry. */
  newExpiries(): Expiry[] {
    return [...this.#entries.values()].flatMap(({ partition, key, before, record }) => {
      const expiresAt = record?.expiresAt;
      const isNew = expiresAt !== undefined && expiresAt !== before?.expiresAt;
      return isNew ? [{ partition, key, expiresAt }] : [];
    });
  }
}
