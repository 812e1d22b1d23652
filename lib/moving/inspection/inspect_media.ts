import { systemRandomBytes } from "../../base/secrets/random.ts";
import { type Clock, systemClock } from "../../base/time/clock.ts";
import {
  areNamed,
  keyPages,
  type MediaBytes,
  type MediaRecord,
  namedBytes,
  readFiles,
} from "../../media/moved_media.ts";
import { type AtomicDriver, openStore, type Store } from "../../store/mod.ts";
import { organizationOf } from "./check_counters.ts";
import { NotInspectableError } from "./not_inspectable_error.ts";

/** A problem between the records of files and their bytes, found by {@link inspectMedia}. */
export type MediaFinding =
  /** The media store lacks the bytes of a file, or of a copy of a picture. */
  | { problem: "no-bytes"; organizationSlug: string; hash: string; key: string }
  /** The media store has another number of bytes than the record. */
  | {
      problem: "wrong-size";
      organizationSlug: string;
      hash: string;
      key: string;
      size: number;
      expected: number;
    }
  /** Files whose bytes have no record. The sweep removes them. */
  | { problem: "unnamed"; files: number };

/** The part of a media store that an inspection reads. */
export type InspectedBytes = Pick<MediaBytes, "get" | "list" | "size">;

/** Options of {@link inspectMedia}. */
export interface InspectMediaOptions {
  /** Called with the number of files looked at so far. */
  onProgress?: (files: number) => void;
  /** Default: the system's clock. */
  clock?: Clock;
}

/** Number of records whose bytes are looked at together. */
const recordsAtOnce = 16;

/**
 * Compares the records of files with their bytes, and counts bytes without a record. Writes nothing. Store and media store may be in use.
 *
 * @throws {NotInspectableError} if the driver cannot list its records
 *
 * @example
 * ```ts
 * import { inspectMedia } from "postern/moving";
 * import { unstorageMedia } from "postern/media-stores/unstorage";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { createStorage } from "unstorage";
 *
 * let findings = 0;
 * for await (const finding of inspectMedia(memoryDriver(), unstorageMedia(createStorage()))) findings++;
 * findings; // 0
 * ```
 */
export async function* inspectMedia(
  storage: AtomicDriver,
  bytes: InspectedBytes,
  { onProgress, clock = systemClock }: InspectMediaOptions = {},
): AsyncGenerator<MediaFinding> {
  const { name = "unnamed", atomic } = storage;
  if (atomic.partitions === undefined) throw new NotInspectableError(name);
  const opening = { deployment: "process", clock, randomBytes: systemRandomBytes } as const;
  // A damaged record is a finding of the inspection of the store.
  const store = openStore(storage, { ...opening, onDamaged: () => undefined });
  let files = 0;
  for await (const partition of atomic.partitions()) {
    const slug = organizationOf(partition);
    if (slug === undefined) continue;
    for await (const records of groupsOf(readFiles(store, slug))) {
      const found = await Promise.all(records.map((record) => checkBytes(bytes, slug, record)));
      yield* found.flat();
      onProgress?.((files += records.length));
    }
  }
  const unnamed = await countUnnamed(store, bytes, (looked) => onProgress?.(files + looked));
  if (unnamed > 0) yield { problem: "unnamed", files: unnamed };
}

/** Describes a finding in one sentence. */
export function describeMediaFinding(finding: MediaFinding): string {
  if (finding.problem === "unnamed") {
    const { files } = finding;
    return `${files} ${files === 1 ? "file has" : "files have"} no record; the sweep removes the bytes`;
  }
  const { organizationSlug, hash, key } = finding;
  const file = `the file ${hash} of ${organizationSlug}`;
  if (finding.problem === "no-bytes") return `${file} has no bytes: the media store lacks ${key}`;
  return `${file} has ${finding.size} bytes instead of ${finding.expected} in ${key}`;
}

async function* groupsOf(records: AsyncIterable<MediaRecord>): AsyncGenerator<MediaRecord[]> {
  let group: MediaRecord[] = [];
  for await (const record of records) {
    group.push(record);
    if (group.length < recordsAtOnce) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

async function checkBytes(
  store: InspectedBytes,
  organizationSlug: string,
  record: MediaRecord,
): Promise<MediaFinding[]> {
  const findings: MediaFinding[] = [];
  for (const [key, expected] of namedBytes(record)) {
    const size = await store.size(key);
    const file = { organizationSlug, hash: record.hash, key };
    if (size === null) findings.push({ problem: "no-bytes", ...file });
    else if (size !== expected) findings.push({ problem: "wrong-size", ...file, size, expected });
  }
  return findings;
}

async function countUnnamed(
  store: Store,
  bytes: InspectedBytes,
  onProgress: (looked: number) => void,
): Promise<number> {
  let unnamed = 0;
  let looked = 0;
  for await (const keys of keyPages(bytes)) {
    const named = await areNamed(store, keys);
    unnamed += named.filter((isNamed) => !isNamed).length;
    onProgress((looked += keys.length));
  }
  return unnamed;
}
