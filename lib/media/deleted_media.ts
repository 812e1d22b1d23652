import { findNamedTexts } from "../content/mod.ts";
import type { Change, Outbox } from "../events/mod.ts";
import { type Location, type Store, type Stored, type StoreChanges } from "../store/mod.ts";
import { namesBytes } from "./named_bytes.ts";
import {
  allBytes,
  deletedMediaKey,
  mediaBytesKey,
  mediaKey,
  type MediaRecord,
  mediaTimeKey,
  ownerOf,
} from "./stored_media.ts";

/** Dependencies of {@link DeletedMedia}. */
export interface DeletedMediaDeps {
  store: Store;
  outbox: Outbox;
}

/** Result of a second look at deleted files. */
export interface SecondLook {
  /** Number of files that were restored. */
  restored: number;
  /** The other files, by the keys of their bytes. */
  unused: ReadonlyMap<string, Stored<MediaRecord>>;
}

/** Returns the changes that add the record of a file. Its bytes count, with `max` as the limit of all bytes. */
export function addingFile(record: MediaRecord, max?: number): Required<Pick<StoreChanges, "sets" | "sums">> {
  return {
    sets: [
      { key: mediaKey(record.hash), data: record },
      { key: mediaTimeKey(record), data: {} },
    ],
    sums: [{ key: mediaBytesKey, add: allBytes(record), ...(max !== undefined && { max }) }],
  };
}

/** Returns the event of a new file. */
export function addedEvent({ hash: id, name, type, bytes }: MediaRecord): Change {
  return { type: "media.added", data: { id, name, type, bytes } };
}

/**
 * Records of deleted files. A post can be saved with a file while the file is deleted. So the record of the file is kept apart until its bytes
 * are removed. Readers see the file until then. The sweep restores it if a post has it.
 */
export class DeletedMedia {
  readonly #deps: DeletedMediaDeps;

  constructor({ store, outbox }: DeletedMediaDeps) {
    this.#deps = { store, outbox };
  }

  /** Returns the record of a deleted file, or null. */
  async read(organizationSlug: string, hash: string): Promise<Stored<MediaRecord> | null> {
    return this.#deps.store.get<MediaRecord>(locationOf(organizationSlug, hash));
  }

  /** Removes the record of a deleted file, so that readers no longer see the file. Returns false if it has none. */
  async forget(organizationSlug: string, hash: string): Promise<boolean> {
    const { store } = this.#deps;
    const location = locationOf(organizationSlug, hash);
    if (!(await store.has(location))) return false;
    const { partition, key } = location;
    return (await store.commit(partition, { checks: [{ key, exists: true }], deletes: [key] })).committed;
  }

  /** Searches the posts again for the deleted files that bytes belong to, and restores the files that are used. */
  async lookAgain(keys: readonly string[]): Promise<SecondLook> {
    const unused = new Map<string, Stored<MediaRecord>>();
    let restored = 0;
    for (const [organizationSlug, files] of await this.#deletedOf(keys)) {
      const named = await findNamedTexts(this.#deps.store, organizationSlug, new Set(files.keys()));
      for (const [hash, file] of files) {
        if (!named.has(hash)) unused.set(file.data.key, file);
        else if (await this.#restore(organizationSlug, file)) restored++;
      }
    }
    return { restored, unused };
  }

  /** Removes the record of the deleted file that bytes belong to, if a second look found it unused. Returns false if the record stays. */
  async end(key: string, unused: SecondLook["unused"]): Promise<boolean> {
    const { organizationSlug, hash } = ownerOf(key);
    const { partition, key: recordKey } = locationOf(organizationSlug, hash);
    const found = await this.#deps.store.getOrDamage<MediaRecord>({ partition, key: recordKey });
    if (found === null) return true;
    if (!("data" in found)) return false;
    if (!namesBytes(found.data, key)) return true;
    const version = unused.get(found.data.key)?.version;
    if (version !== found.version) return false;
    const changes = { checks: [{ key: recordKey, version }], deletes: [recordKey] };
    return (await this.#deps.store.commit(partition, changes)).committed;
  }

  /** Returns the deleted files that bytes belong to, by organization and hash. */
  async #deletedOf(keys: readonly string[]): Promise<Map<string, Map<string, Stored<MediaRecord>>>> {
    const found = await this.#deps.store.getReadable<MediaRecord[]>(
      keys.map((key) => {
        const { organizationSlug, hash } = ownerOf(key);
        return locationOf(organizationSlug, hash);
      }),
    );
    const files = new Map<string, Map<string, Stored<MediaRecord>>>();
    for (const [index, key] of keys.entries()) {
      const file = found[index];
      if (file === null || file === undefined || !namesBytes(file.data, key)) continue;
      const { organizationSlug, hash } = ownerOf(key);
      const ofOrganization = files.get(organizationSlug) ?? new Map<string, Stored<MediaRecord>>();
      files.set(organizationSlug, ofOrganization.set(hash, file));
    }
    return files;
  }

  /** Restores a file, also above the limit of all bytes, because a post shows it. */
  async #restore(organizationSlug: string, { data, version }: Stored<MediaRecord>): Promise<boolean> {
    const deletedKey = deletedMediaKey(data.hash);
    const changes = {
      ...addingFile(data),
      checks: [
        { key: deletedKey, version },
        { key: mediaKey(data.hash), exists: false },
      ],
      deletes: [deletedKey],
    };
    return (await this.#deps.outbox.commit(organizationSlug, changes, [addedEvent(data)])).committed;
  }
}

function locationOf(organizationSlug: string, hash: string): Location {
  return { partition: ["org", organizationSlug], key: deletedMediaKey(hash) };
}
