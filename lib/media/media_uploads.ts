import { bytesToHex } from "@noble/hashes/utils.js";
import type { Actor } from "../base/actor.ts";
import { InvalidInputError, noOrganization, NotFoundError } from "../base/errors.ts";
import { isRefusedFile } from "../base/file_errors.ts";
import { validate } from "../base/input/validate.ts";
import { randomId } from "../base/secrets/random.ts";
import { Slots } from "../base/slots.ts";
import { isOrganizationSlug, organizationSlugRule } from "../content/mod.ts";
import { ProblemError } from "../http/mod.ts";
import type { KeyPart, Store } from "../store/mod.ts";
import type { MediaDeps, MediaSettings } from "./media_deps.ts";
import { addedEvent, addingFile } from "./deleted_media.ts";
import { graceTime } from "./media_sweep.ts";
import { type MediaBody, readUpload } from "./read_upload.ts";
import {
  bytesKey,
  deletedMediaKey,
  examinedFields,
  hashLength,
  mediaBytesKey,
  mediaInput,
  type MediaInput,
  mediaKey,
  type MediaRecord,
} from "./stored_media.ts";
import { type ExaminedFile, examineFile } from "./types/mod.ts";

/** Options of an upload. */
export interface UploadOptions extends Actor {
  /** Ends the upload. Nothing is stored then. */
  signal?: AbortSignal | undefined;
  /** True to emit no event. Default: false. */
  isSilent?: boolean;
  /** True to check the file and to store nothing. Default: false. */
  dryRun?: boolean;
}

/** The record of an upload. */
interface Uploaded {
  record: MediaRecord;
  /** False if the organization had the same bytes before. */
  isNew: boolean;
}

/** A file that is not stored yet. */
interface NewUpload {
  file: ExaminedFile;
  record: MediaRecord;
  isSilent: boolean;
}

const action = "Cannot store the file";
/** Codes of problems with a file or the quota. */
const refusals: ReadonlySet<string> = new Set([
  "missing-body",
  "body-too-large",
  "incomplete-body",
  "media-full",
]);

/**
 * Returns the reason if an upload was refused because of the file, its texts or the quota. Returns undefined for other errors, such as a media
 * store that does not respond.
 */
export function reasonOfRefusedUpload(error: unknown): string | undefined {
  const isRefused =
    isRefusedFile(error) ||
    error instanceof InvalidInputError ||
    (error instanceof ProblemError && refusals.has(error.code));
  return isRefused ? error.message.replace(`${action}: `, "") : undefined;
}

/** Returns the number of bytes of an organization's files. */
export async function usedBytes(store: Store, organizationSlug: string): Promise<number> {
  const location = { partition: ["org", organizationSlug], key: mediaBytesKey };
  return (await store.get<{ sum: number }>(location))?.data.sum ?? 0;
}

/** Copies of a file that an upload holds at a time: its parts, the file without metadata, and the copy that is written. */
const copies = 3;

/** Receives the files of all organizations. */
export class MediaUploads {
  readonly #deps: MediaDeps;
  readonly #settings: MediaSettings;
  readonly #slots: Slots;

  constructor(deps: MediaDeps, settings: MediaSettings) {
    this.#deps = deps;
    this.#settings = settings;
    this.#slots = new Slots(Math.max(1, Math.floor(settings.memoryBytes / (copies * settings.fileBytes))));
  }

  /** Stores a file: first its bytes, then its record. */
  async store(
    organizationSlug: string,
    body: MediaBody,
    input: MediaInput,
    { signal, by, isSilent = false, dryRun = false }: UploadOptions,
  ): Promise<Uploaded> {
    const valid = validate(mediaInput, input, action);
    await this.#requireOrganization(organizationSlug);
    const receive = async (): Promise<Uploaded> => {
      const file = examineFile(await readUpload(body, { ...this.#deps, ...this.#settings }, signal), valid);
      const hash = await hashOf(file.bytes);
      const existing = await this.#find(organizationSlug, hash);
      if (existing !== null) return { record: existing, isNew: false };
      signal?.throwIfAborted();
      const record = {
        ...valid,
        hash,
        key: bytesKey(organizationSlug, hash, randomId(this.#deps.randomBytes)),
        bytes: file.bytes.length,
        ...examinedFields(file),
        createdAt: new Date(this.#deps.clock.now()).toISOString(),
        ...(by !== undefined && { createdBy: by }),
      };
      await this.#requireSpace(organizationSlug, record.bytes);
      return dryRun ? { record, isNew: true } : this.#write(organizationSlug, { file, record, isSilent });
    };
    return this.#slots.run(organizationSlug, receive, signal);
  }

  async #write(organizationSlug: string, upload: NewUpload): Promise<Uploaded> {
    const { file, record } = upload;
    const { store, clock } = this.#deps;
    const { bytes } = this.#settings;
    const startedAt = clock.now();
    await bytes.put(record.key, new Blob([file.bytes], { type: file.type }));
    // After an error of a commit it is unknown whether the store has the record. The sweep removes the bytes if it has not.
    let isRefused = true;
    try {
      return await store.writes.repeat(`${action}: "${record.name}"`, async () => {
        // The sweep may have removed the bytes of an upload that takes this long.
        if (Math.abs(clock.now() - startedAt) > graceTime / 2) throw tooLate();
        isRefused = false;
        const result = await this.#commit(organizationSlug, upload);
        isRefused = result !== "stored";
        if (result === "stored") return { record, isNew: true };
        if (result === "full") throw await this.#full(organizationSlug, record.bytes);
        const existing = await this.#find(organizationSlug, record.hash);
        if (existing !== null) return { record: existing, isNew: false };
        await this.#requireOrganization(organizationSlug);
        return null;
      });
    } finally {
      if (isRefused) await bytes.delete(record.key).catch(this.#deps.onError);
    }
  }

  async #commit(
    organizationSlug: string,
    { record, isSilent }: NewUpload,
  ): Promise<"stored" | "full" | "conflict"> {
    const { outbox, organizationKey } = this.#deps;
    const { hash } = record;
    const checks: { key: readonly KeyPart[]; exists: boolean }[] = [{ key: mediaKey(hash), exists: false }];
    if (organizationKey !== undefined) checks.push({ key: organizationKey, exists: true });
    const changes = {
      ...addingFile(record, this.#settings.organizationBytes),
      checks,
      // The file takes the place of a deleted file with the same bytes.
      deletes: [deletedMediaKey(hash)],
    };
    const result = await outbox.commit(organizationSlug, changes, isSilent ? [] : [addedEvent(record)]);
    if (result.committed) return "stored";
    return result.failedChecks.length === 0 ? "full" : "conflict";
  }

  async #requireSpace(organizationSlug: string, bytes: number): Promise<void> {
    const used = await this.used(organizationSlug);
    if (used + bytes > this.#settings.organizationBytes) throw await this.#full(organizationSlug, bytes);
  }

  async #full(organizationSlug: string, bytes: number): Promise<ProblemError> {
    const used = await this.used(organizationSlug);
    const most = this.#settings.organizationBytes;
    const detail = `${action}: it has ${bytes} bytes, and the files of "${organizationSlug}" have ${used} of at most ${most} bytes. Delete files first`;
    return new ProblemError("media-full", detail);
  }

  /** Returns the number of bytes of an organization's files. */
  async used(organizationSlug: string): Promise<number> {
    return usedBytes(this.#deps.store, organizationSlug);
  }

  async #find(organizationSlug: string, hash: string): Promise<MediaRecord | null> {
    const location = { partition: ["org", organizationSlug], key: mediaKey(hash) };
    return (await this.#deps.store.get<MediaRecord>(location))?.data ?? null;
  }

  async #requireOrganization(slug: string): Promise<void> {
    if (!isOrganizationSlug(slug)) {
      throw new NotFoundError(`${action}: the slug of its organization ${organizationSlugRule}`);
    }
    if ((await this.#deps.findOrganization(slug)) === null) throw noOrganization(action, slug);
  }
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return bytesToHex(new Uint8Array(digest)).slice(0, hashLength);
}

function tooLate(): ProblemError {
  return new ProblemError("incomplete-body", `${action}: writing its bytes took too long. Send it again`);
}
