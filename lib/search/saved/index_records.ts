import { checkOf, DamagedRecordError, type KeyPart, type Store, type StoreChanges } from "../../store/mod.ts";
import { type RandomBytes, randomId } from "../../base/secrets/random.ts";
import type { PassageIndex, VersionedDocument } from "../index/passage_index.ts";
import type { Pauses } from "../index/work.ts";
import { fromBase64, toBase64 } from "../../base/text/base64.ts";
import { ByteReader } from "./byte_reader.ts";
import { ByteWriter } from "./byte_writer.ts";
import { DamagedIndexError } from "./damaged_index_error.ts";
import {
  chunkKey,
  chunkPrefix,
  chunkSize,
  headerKey,
  type IndexChunk,
  type IndexKind,
  type SavedIndexEntry,
  type SavedIndexHeader,
} from "./index_record.ts";
import { readIndex, type SavedIndex } from "./read_index.ts";
import { writeIndex } from "./write_index.ts";

/** Number of chunks that are read together. */
const readAtOnce = 4;
/** Number of chunks that are deleted together. */
const deletedAtOnce = 32;
/** Number of chunks that are listed together. They are listed only after a crash. */
const listedAtOnce = 4;

/** Place of a saved index. */
export interface IndexPlace {
  organizationSlug: string;
  kind: IndexKind;
}

/** Dependencies of {@link IndexRecords}. */
export interface IndexRecordsDeps {
  store: Store;
  clock: { now(): number };
  randomBytes: RandomBytes;
  /** Key of the record that the partition of an existing organization has. Undefined if the host keeps the organizations. */
  organizationKey: readonly KeyPart[] | undefined;
}

/** An index to save. */
export interface UnsavedIndex {
  index: PassageIndex;
  documents: readonly VersionedDocument[];
  stamp: string;
}

type HeaderCheck = NonNullable<StoreChanges["checks"]>[number];

/** The data of the header, and the check that it has not changed since. */
interface FoundHeader {
  data: SavedIndexHeader;
  check: HeaderCheck;
}

/** Stands for the ids of all chunks. A header that was lost named them. */
const allChunks = "";

/**
 * The records of a saved index: a header, and chunks under a random id. Each write of a chunk requires that the header has not changed. So
 * only the process that began last can write, and the header names every chunk that may exist.
 */
export class IndexRecords {
  readonly #deps: IndexRecordsDeps;
  readonly #partition: readonly KeyPart[];
  readonly #kind: IndexKind;

  constructor(deps: IndexRecordsDeps, { organizationSlug, kind }: IndexPlace) {
    this.#deps = deps;
    this.#partition = ["org", organizationSlug];
    this.#kind = kind;
  }

  /** Returns the complete index that is saved, if there is one. */
  async current(): Promise<SavedIndexEntry | undefined> {
    return (await this.#header()).data.current;
  }

  /**
   * Reads a saved index.
   *
   * @throws {DamagedIndexError} if a chunk is missing or damaged
   */
  async load({ id, chunks, size }: SavedIndexEntry, pauses: Pauses): Promise<SavedIndex> {
    const bytes = new Uint8Array(size);
    const filled: Promise<void>[] = [];
    for (let first = 0; first < chunks; first += readAtOnce) {
      const numbers = Array.from({ length: Math.min(readAtOnce, chunks - first) }, (_, at) => first + at);
      const records = await this.#deps.store.getManyOrDamage<IndexChunk[]>(
        numbers.map((number) => ({ partition: this.#partition, key: chunkKey(this.#kind, id, number) })),
      );
      const compressed = records.map((record, at) => {
        if (record === null) throw new DamagedIndexError(`part ${first + at + 1} of ${chunks} is missing`);
        if (record instanceof DamagedRecordError)
          throw new DamagedIndexError(record.message, { cause: record });
        const chunk = fromBase64(record.data.data);
        if (chunk === undefined)
          throw new DamagedIndexError(`part ${first + at + 1} of ${chunks} is not base64`);
        return chunk;
      });
      // The chunks are decompressed while the next ones are read.
      filled.push(...compressed.map((chunk, at) => fill(bytes, first + at, chunk)));
      for (const one of filled.slice(-compressed.length)) one.catch(() => undefined);
      await pauses.pause();
    }
    await Promise.all(filled);
    return readIndex(new ByteReader(bytes), pauses);
  }

  /**
   * Saves an index in the place of the current one. Returns undefined if another process began to save it later, or the organization was
   * deleted.
   */
  async save(unsaved: UnsavedIndex, pauses: Pauses): Promise<SavedIndexEntry | undefined> {
    const id = randomId(this.#deps.randomBytes);
    const started = await this.#start(id);
    if (started === undefined) return undefined;
    const written = await this.#write(id, unsaved, { check: started.check, pauses });
    if (written === undefined) return undefined;
    const { index, stamp } = unsaved;
    const current: SavedIndexEntry = {
      id,
      stamp,
      ...written,
      memory: index.bytes,
      savedAt: this.#deps.clock.now(),
    };
    const old = started.data.current;
    const leftovers = old === undefined ? [] : [old.id];
    const check = await this.#replaceHeader(started.check, { current, leftovers });
    if (check === undefined) return undefined;
    if (old !== undefined) {
      await this.#deleteNumbered(old);
      await this.#replaceHeader(check, { current, leftovers: [] });
    }
    return current;
  }

  /** Deletes the saved index, if there is one. */
  async drop(): Promise<void> {
    const found = await this.#header();
    const { current, pending, leftovers } = found.data;
    if (current === undefined && pending === undefined && leftovers.length === 0) return;
    const all = [...leftovers, ...[current?.id, pending].filter((id) => id !== undefined)];
    const check = await this.#replaceHeader(found.check, { leftovers: all });
    if (check === undefined) return;
    await this.#deleteLeftovers(all);
    await this.#deps.store.commit(this.#partition, { checks: [check], deletes: [headerKey(this.#kind)] });
  }

  /** Announces an index in the header, which stops other processes that write, and deletes the chunks that they leave. */
  async #start(id: string): Promise<FoundHeader | undefined> {
    const found = await this.#header();
    const { current, pending } = found.data;
    const leftovers = pending === undefined ? found.data.leftovers : [...found.data.leftovers, pending];
    const kept = current === undefined ? {} : { current };
    const data = { ...kept, leftovers, pending: id };
    const { organizationKey } = this.#deps;
    const exists = organizationKey === undefined ? [] : [{ key: organizationKey, exists: true }];
    const check = await this.#replaceHeader(found.check, data, exists);
    if (check === undefined) return undefined;
    await this.#deleteLeftovers(leftovers);
    return { data, check };
  }

  /** Writes the chunks of an index. Returns undefined if the header has changed. */
  async #write(
    id: string,
    { index, documents }: UnsavedIndex,
    { check, pauses }: { check: HeaderCheck; pauses: Pauses },
  ): Promise<Pick<SavedIndexEntry, "chunks" | "size" | "stored"> | undefined> {
    const writer = new ByteWriter();
    const written = { chunks: 0, size: 0, stored: 0 };
    const writeChunk = async (): Promise<void> => {
      const bytes = writer.take(chunkSize);
      const data = toBase64(await gzip(bytes)).replaceAll("=", "");
      const key = chunkKey(this.#kind, id, written.chunks);
      const result = await this.#deps.store.commit(this.#partition, {
        checks: [check],
        sets: [{ key, data: { data } satisfies IndexChunk }],
      });
      if (!result.committed) throw new HeaderChangedError();
      written.chunks++;
      written.size += bytes.length;
      written.stored += data.length;
    };
    const drain = async (): Promise<void> => {
      while (writer.length >= chunkSize) await writeChunk();
    };
    try {
      await writeIndex(index, documents, { writer, drain }, pauses);
      if (writer.length > 0) await writeChunk();
    } catch (error) {
      if (error instanceof HeaderChangedError) return undefined;
      throw error;
    }
    return written;
  }

  async #header(): Promise<FoundHeader> {
    const key = headerKey(this.#kind);
    const found = await this.#deps.store.getOrDamage<SavedIndexHeader>({ partition: this.#partition, key });
    const isLost = found === null || found instanceof DamagedRecordError;
    return { data: isLost ? { leftovers: [allChunks] } : found.data, check: checkOf(key, found) };
  }

  /** Replaces the header unless it has changed. Returns the check of the new header. */
  async #replaceHeader(
    check: HeaderCheck,
    data: SavedIndexHeader,
    checks: readonly HeaderCheck[] = [],
  ): Promise<HeaderCheck | undefined> {
    const key = headerKey(this.#kind);
    const changes = { checks: [check, ...checks], sets: [{ key, data }] };
    const result = await this.#deps.store.commit(this.#partition, changes);
    return result.committed ? { key, version: result.version } : undefined;
  }

  async #deleteNumbered({ id, chunks }: SavedIndexEntry): Promise<void> {
    for (let first = 0; first < chunks; first += deletedAtOnce) {
      const numbers = Array.from({ length: Math.min(deletedAtOnce, chunks - first) }, (_, at) => first + at);
      const deletes = numbers.map((number) => chunkKey(this.#kind, id, number));
      await this.#deps.store.commit(this.#partition, { deletes });
    }
  }

  /** Deletes chunks whose number is unknown. */
  async #deleteLeftovers(ids: readonly string[]): Promise<void> {
    const { store } = this.#deps;
    const turns = store.turns();
    for (const id of ids) {
      const prefix = id === allChunks ? chunkPrefix(this.#kind) : chunkPrefix(this.#kind, id);
      for (;;) {
        if (turns.isOver) await turns.next();
        const deletedEntries: string[] = [];
        const onDamaged = ({ key }: DamagedRecordError): void => void deletedEntries.push(key);
        const records = await store.list(this.#partition, { prefix, limit: listedAtOnce, onDamaged });
        deletedEntries.push(...records.map(({ key }) => key));
        if (deletedEntries.length === 0) break;
        await store.commit(this.#partition, { deletedEntries });
      }
    }
  }
}

/** Ends the writing of an index whose header has changed. */
class HeaderChangedError extends Error {}

async function fill(bytes: Uint8Array, number: number, compressed: Uint8Array): Promise<void> {
  let chunk: Uint8Array;
  try {
    chunk = await gunzip(compressed);
  } catch (cause) {
    throw new DamagedIndexError(`part ${number + 1} is damaged`, { cause });
  }
  const start = number * chunkSize;
  if (chunk.length !== Math.min(chunkSize, bytes.length - start)) {
    throw new DamagedIndexError(`part ${number + 1} has a wrong length`);
  }
  bytes.set(chunk, start);
}

/** Compresses bytes. */
function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  return transform(bytes, new CompressionStream("gzip"));
}

/** Decompresses bytes. Rejects with a `TypeError` if their checksum is wrong. */
function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  return transform(bytes, new DecompressionStream("gzip"));
}

async function transform(
  bytes: Uint8Array,
  { readable, writable }: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = writable.getWriter();
  const written = Promise.all([writer.write(bytes as Uint8Array<ArrayBuffer>), writer.close()]);
  // An error also fails the read, which reports it.
  written.catch(() => undefined);
  return new Uint8Array(await new Response(readable).arrayBuffer());
}
