import type {
  DeleteMediaOptions,
  Media,
  MediaBody,
  MediaChanges,
  MediaInput,
  MediaPage,
  MediaQuery,
  MediaRights,
  MediaUsage,
  StoredMedia,
  UploadedMedia,
} from "../../../media/mod.ts";
import { NotFoundError } from "../../../base/errors.ts";
import type { NamingPosts } from "../../../content/mod.ts";
import { ProblemError } from "../../../http/mod.ts";
import type { Clock } from "../../../base/time/clock.ts";
import { type AdminActor, requirePermitted } from "../admin_actor.ts";
import type { AdminDeps } from "../admin_deps.ts";
import { fileRightsOf } from "../rights/file_rights.ts";

/** A new file and its texts. */
export interface MediaUpload extends MediaInput {
  /** Ends the upload. Nothing is stored then. */
  signal?: AbortSignal;
}

/**
 * The actions on the files of an organization. They need `media:write`. Without `posts:write` an actor changes and deletes only files that the actor
 * uploaded, and deletes no file by force.
 */
export class MediaActions {
  readonly #media: Media | undefined;
  readonly #clock: Clock;

  constructor({ media, clock }: Pick<AdminDeps, "media" | "clock">) {
    this.#media = media;
    this.#clock = clock;
  }

  /** False if the server stores no files. Every action then throws an error with the code `media-unavailable`. */
  get isAvailable(): boolean {
    return this.#media !== undefined;
  }

  /** Maximum number of bytes of a file. 0 if the server stores no files. */
  get fileBytes(): number {
    return this.#media?.fileBytes ?? 0;
  }

  /** Origin of the addresses of files. Undefined if they are paths. */
  get origin(): string | undefined {
    return this.#media?.origin;
  }

  /**
   * Stores a file. Equal bytes are stored once.
   *
   * @throws {InvalidInputError} if the name or a text is not allowed
   * @throws {UnsupportedFileError} if the type is not supported
   * @throws {DamagedFileError} if the file is incomplete
   * @throws {ProblemError} with the code `body-too-large`, `incomplete-body` or `media-full`
   */
  async upload(
    actor: AdminActor,
    body: MediaBody,
    { signal, ...input }: MediaUpload,
  ): Promise<UploadedMedia> {
    const media = this.#mediaFor(actor);
    return media.upload(actor.organizationSlug, body, input, { by: actor.userId, signal });
  }

  /** Returns a page of the files, newest first. */
  async list(actor: AdminActor, query: MediaQuery = {}): Promise<MediaPage> {
    return this.#mediaFor(actor).list(actor.organizationSlug, query);
  }

  /**
   * Returns a file.
   *
   * @throws {NotFoundError} if the organization has no such file
   */
  async get(actor: AdminActor, hash: string): Promise<StoredMedia> {
    const { organizationSlug } = actor;
    const found = await this.#mediaFor(actor).get({ organizationSlug, hash });
    if (found !== null) return found;
    throw new NotFoundError(`Cannot show the file: "${organizationSlug}" has no file "${hash}"`);
  }

  /**
   * Changes the texts of a file.
   *
   * @throws {MissingPermissionError} if the actor may not change the file
   * @throws {InvalidInputError} if a change is not allowed
   * @throws {NotFoundError} if the organization has no such file
   */
  async update(actor: AdminActor, hash: string, changes: MediaChanges): Promise<StoredMedia> {
    const { organizationSlug } = actor;
    return this.#mediaFor(actor).update({ organizationSlug, hash }, changes, this.#rightsOf(actor));
  }

  /**
   * Deletes a file.
   *
   * @throws {NotFoundError} if the organization has no such file
   * @throws {MissingPermissionError} if the actor may not delete the file, or not by force
   * @throws {ProblemError} with the code `media-in-use` if posts show it and `force` is not set
   */
  async delete(actor: AdminActor, hash: string, options: DeleteMediaOptions = {}): Promise<void> {
    const media = this.#mediaFor(actor);
    if (options.force === true) requirePermitted(actor, "posts:write");
    const { organizationSlug } = actor;
    await media.delete({ organizationSlug, hash }, { ...options, ...this.#rightsOf(actor) });
  }

  /** Finds posts that show a file and that the actor may see, at most 20. */
  async usesOf(actor: AdminActor, hash: string): Promise<NamingPosts> {
    const { organizationSlug } = actor;
    return this.#mediaFor(actor).usesOf({ organizationSlug, hash }, this.#rightsOf(actor));
  }

  /** Returns the number of bytes of the files, and the limits. */
  async usage(actor: AdminActor): Promise<MediaUsage> {
    return this.#mediaFor(actor).usage(actor.organizationSlug);
  }

  #rightsOf(actor: AdminActor): MediaRights {
    return fileRightsOf(actor, this.#clock.now());
  }

  /** Returns the files if the actor may upload and see them. */
  #mediaFor(actor: AdminActor): Media {
    requirePermitted(actor, "media:write");
    if (this.#media !== undefined) return this.#media;
    throw new ProblemError("media-unavailable", "This server has no media store");
  }
}
