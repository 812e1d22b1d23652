import {
  type Address,
  type CountedKind,
  dataOf,
  encodeKey,
  lastTextOf,
  type OpenedRecord,
  type RecordLinks,
  type RestoreOptions,
  type RestoreOutcome,
  type RestorePlan,
  restoreRecords,
  type Store,
} from "../store/mod.ts";
import {
  allBytes,
  deletedMediaKey,
  mediaBytesKey,
  mediaKey,
  mediaPrefix,
  type MediaRecord,
  mediaTimeKey,
  mediaTimePrefix,
} from "./stored_media.ts";

export { isMediaKey, type MediaBytes } from "./media_bytes.ts";
export { areNamed, keyPages } from "./named_bytes.ts";
export { focalPoint, isMediaHash, type MediaRecord, namedBytes, ownerOf } from "./stored_media.ts";
export { mediaTypes } from "./types/examined_file.ts";

/** The files of an organization. Their counter is the sum of their bytes. */
export const mediaKind: CountedKind = {
  prefix: mediaPrefix,
  counter: mediaBytesKey,
  weigh: (data) => allBytes(data as MediaRecord),
};

/** Reads the records of an organization's files. */
export async function* readFiles(store: Store, organizationSlug: string): AsyncGenerator<MediaRecord> {
  const options = { prefix: mediaPrefix };
  for await (const { data } of store.listAll<MediaRecord>(["org", organizationSlug], options)) yield data;
}

/**
 * Restores the record of a file from an export, without its bytes. A file with the same hash has the same bytes, so the store's own file keeps
 * its bytes and copies, and gets only the texts.
 */
export async function restoreFile(
  store: Store,
  organizationSlug: string,
  exported: MediaRecord,
  options: RestoreOptions,
): Promise<RestoreOutcome> {
  const partition = ["org", organizationSlug];
  const key = mediaKey(exported.hash);
  const deletedKey = deletedMediaKey(exported.hash);
  const plan = async (): Promise<RestorePlan> => {
    const [found = null, deleted = null] = await store.getManyOrDamage<MediaRecord[]>([
      { partition, key },
      { partition, key: deletedKey },
    ]);
    const current = dataOf(found);
    const record = current === undefined ? exported : withBytesOf(current, exported);
    const isMoved = current !== undefined && current.createdAt !== record.createdAt;
    const formerKey = isMoved ? mediaTimeKey(current) : undefined;
    const former = formerKey && (await store.getOrDamage<object>({ partition, key: formerKey }));
    return {
      wanted: [
        { key, data: record },
        { key: mediaTimeKey(record), data: {} },
      ],
      basis: [{ key, found }],
      obsolete: [
        ...(deleted === null ? [] : [{ key: deletedKey, found: deleted }]),
        ...(formerKey === undefined || !former ? [] : [{ key: formerKey, found: former }]),
      ],
      sums: [{ key: mediaBytesKey, add: allBytes(record) - (current === undefined ? 0 : allBytes(current)) }],
    };
  };
  return restoreRecords(store, partition, plan, options);
}

function withBytesOf(
  { key, variants }: MediaRecord,
  { variants: _variants, ...exported }: MediaRecord,
): MediaRecord {
  return { ...exported, key, ...(variants !== undefined && { variants }) };
}

/** Returns the links of a record of a file, or of the index of files by time. */
export function mediaLinks({ partition, key, data }: OpenedRecord): RecordLinks | undefined {
  if (!partition.startsWith("org!")) return undefined;
  const [kind] = key.split("!", 1);
  if (kind === mediaPrefix[0]) {
    return { derived: [{ partition, key: encodeKey(mediaTimeKey(data as MediaRecord)), data: {} }] };
  }
  if (kind !== mediaTimePrefix[0]) return undefined;
  const source: Address = { partition, key: encodeKey(mediaKey(lastTextOf(key) ?? "")) };
  return { source, isDerived: true };
}
