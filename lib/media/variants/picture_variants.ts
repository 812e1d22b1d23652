import { BoundedMap } from "../../base/bounded_map.ts";
import { FairQueue } from "../../base/fair_queue.ts";
import { ProblemError } from "../../http/mod.ts";
import type { MediaDeps, MediaSettings } from "../media_deps.ts";
import { usedBytes } from "../media_uploads.ts";
import { copyKey, mediaBytesKey, mediaKey, type MediaRecord } from "../stored_media.ts";
import type { Variant } from "./ladder.ts";

/** Maximum number of pictures that a process resizes at a time. */
const mostResized = 2;
/** Maximum number of pictures that wait to be resized. */
const mostWaiting = 50;
/** Time for which a copy that cannot be made is not tried again, in milliseconds. */
const pauseAfterFailure = 10 * 60 * 1000;
/** Maximum number of copies whose failure is remembered. */
const mostFailures = 1000;

const busyDetail = `${mostWaiting} pictures are waiting to be resized. Try again in a second`;

/** Makes copies of pictures once, and keeps them beside the picture. Their bytes count as those of the organization's files. */
export class PictureVariants {
  readonly #deps: MediaDeps;
  readonly #settings: MediaSettings;
  readonly #queue = new FairQueue({
    atOnce: mostResized,
    waiting: mostWaiting,
    busy: () => new ProblemError("busy", busyDetail, { headers: { "retry-after": "1" } }),
  });
  /** Copies that are being made, by the key of their bytes. */
  readonly #pending = new Map<string, Promise<MediaRecord | undefined>>();
  /** Time of the last failure, by the key of the bytes. */
  readonly #failures = new BoundedMap<number>(mostFailures);

  constructor(deps: MediaDeps, settings: MediaSettings) {
    this.#deps = deps;
    this.#settings = settings;
  }

  /**
   * Returns the values of a copy as a record. Undefined if the copy cannot be made: the host has no resizer, the picture is damaged, or the
   * organization has no space left.
   *
   * @param options.isMissing true if the media store lacks the bytes of the recorded copy, which is then made again
   * @throws {ProblemError} if too many pictures are waiting
   */
  async of(
    organizationSlug: string,
    record: MediaRecord,
    variant: Variant,
    { isMissing }: { isMissing: boolean },
  ): Promise<MediaRecord | undefined> {
    const name = nameOf(variant);
    const bytes = record.variants?.[name];
    if (bytes !== undefined && !isMissing) return copyOf(record, variant, bytes);
    const key = `${record.key}.${name}`;
    const failedAt = this.#failures.get(key);
    const isPaused = failedAt !== undefined && this.#deps.clock.now() - failedAt < pauseAfterFailure;
    if (this.#settings.resizer === undefined || isPaused) return undefined;
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const made = this.#make(organizationSlug, record, variant).finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    return made;
  }

  async #make(
    organizationSlug: string,
    record: MediaRecord,
    variant: Variant,
  ): Promise<MediaRecord | undefined> {
    return this.#queue.run(organizationSlug, async () => {
      try {
        const bytes = await this.#resize(record, variant);
        const kept = await this.#keep(organizationSlug, record, variant, bytes);
        if (kept !== undefined) return copyOf(record, variant, kept);
      } catch (error) {
        this.#deps.onError(error);
      }
      this.#failures.set(`${record.key}.${nameOf(variant)}`, this.#deps.clock.now());
      return undefined;
    });
  }

  async #resize(record: MediaRecord, variant: Variant): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes, resizer } = this.#settings;
    const stream = await bytes.get(record.key);
    if (stream === null || resizer === undefined) throw new Error(`Cannot read the picture ${record.key}`);
    return resizer.resize(new Uint8Array(await new Response(stream).arrayBuffer()), variant);
  }

  /**
   * Stores the bytes of a copy, and then its length in the picture's record, in place of the length that the picture was read with. The sweep removes the bytes if the record does not name them.
   *
   * @returns the length of the copy, which another process may have made. Undefined if the organization has no space left, or the picture was deleted
   */
  async #keep(
    organizationSlug: string,
    picture: MediaRecord,
    variant: Variant,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<number | undefined> {
    const { store } = this.#deps;
    const { organizationBytes } = this.#settings;
    const name = nameOf(variant);
    const former = picture.variants?.[name];
    const added = bytes.length - (former ?? 0);
    if ((await usedBytes(store, organizationSlug)) + added > organizationBytes) return undefined;
    const key = mediaKey(picture.hash);
    const partition = ["org", organizationSlug];
    const { key: bytesKey, type } = copyOf(picture, variant, bytes.length);
    await this.#settings.bytes.put(bytesKey, new Blob([bytes], { type }));
    const kept = await store.writes.repeat(`Cannot keep the copy of "${picture.hash}"`, async () => {
      const found = await store.get<MediaRecord>({ partition, key });
      if (found === null || found.data.key !== picture.key) return { length: undefined };
      const { data, version } = found;
      const length = data.variants?.[name];
      if (length === bytes.length || length !== former) return { length };
      const variants = { ...data.variants, [name]: bytes.length };
      const result = await store.commit(partition, {
        checks: [{ key, version }],
        sets: [{ key, data: { ...data, variants } }],
        sums: [{ key: mediaBytesKey, add: added, max: organizationBytes }],
      });
      if (result.committed) return bytes;
      return result.failedChecks.length === 0 ? { length: undefined } : null;
    });
    return kept.length;
  }
}

function nameOf({ width, format }: Variant): string {
  return `${width}.${format}`;
}

/** Returns the record of a picture with the values of a copy. */
function copyOf(record: MediaRecord, variant: Variant, bytes: number): MediaRecord {
  const name = nameOf(variant);
  return {
    ...record,
    key: copyKey(record, name, bytes),
    hash: `${record.hash}-${name}`,
    type: `image/${variant.format}`,
    bytes,
  };
}
