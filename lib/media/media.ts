import { publicApiAddress } from "../base/api_address.ts";
import { NotFoundError } from "../base/errors.ts";
import { type PageQuery, requirePageLimit } from "../base/input/page_query.ts";
import { withoutNulls } from "../base/input/patch_of.ts";
import { validate } from "../base/input/validate.ts";
import { isEqualJson } from "../base/is_equal_json.ts";
import { runSteps } from "../base/yielding.ts";
import { comparedText } from "../base/text/format_characters.ts";
import { foldText } from "../base/text/fold_text.ts";
import { findPostsNaming, type IsVisiblePost, type NamingPosts } from "../content/mod.ts";
import type { EventConsumer } from "../events/mod.ts";
import { type Incoming, parseQuery, type PreparedResponse, ProblemError } from "../http/mod.ts";
import { lastTextOf, type Location, readPage, type Stored } from "../store/mod.ts";
import { DeletedMedia } from "./deleted_media.ts";
import type { MediaDeps, MediaSettings } from "./media_deps.ts";
import { MediaSweep, type SweptMedia } from "./media_sweep.ts";
import { MediaUploads, type UploadOptions } from "./media_uploads.ts";
import type { MediaBody } from "./read_upload.ts";
import { MissingBytesError, respondWithMedia } from "./respond_with_media.ts";
import {
  addressName,
  allBytes,
  deletedMediaKey,
  isMediaHash,
  mediaBytesKey,
  type MediaChanges,
  mediaChanges,
  type MediaInput,
  mediaKey,
  type MediaRecord,
  mediaTimeKey,
  mediaTimePrefix,
  type StoredMedia,
} from "./stored_media.ts";
import { wantedVariant } from "./variants/ladder.ts";
import { PictureVariants } from "./variants/picture_variants.ts";
import { articleImage, findPictures, mediaMarker, showPictures } from "./variants/reader_pictures.ts";
import { variantQuery } from "./variants/variant_query.ts";

/** The address of a file. */
export interface MediaAddress {
  organizationSlug: string;
  hash: string;
}

/** Filter and page of a list of files. */
export interface MediaQuery extends PageQuery {
  /** Text in the name, title or alternative text, ignoring case. */
  q?: string;
  /** A type, such as `image/png`, or its first part, such as `image`. Default: all types. */
  type?: string;
}

/** A page of files, newest first. */
export interface MediaPage {
  media: StoredMedia[];
  /** Pass it as `after` to get the next page. Null on the last page. */
  next: string | null;
}

/** An uploaded file. */
export interface UploadedMedia extends StoredMedia {
  /** False if the organization had the same bytes before. The file of before is returned then, with its own texts. */
  isNew: boolean;
}

/** Bytes of an organization's files. */
export interface MediaUsage {
  bytes: number;
  /** Maximum number of bytes of all files. */
  organizationBytes: number;
  /** Maximum number of bytes of a file. */
  fileBytes: number;
}

/** Rights of a caller who may not change all files, or not see all posts. */
export interface MediaRights {
  /** Throws an error if the caller may not change a file. Default: all files may be changed. */
  judge?: ((file: Pick<MediaRecord, "createdBy">) => void) | undefined;
  /** True for a post that the caller may see. Default: all posts. */
  isVisible?: IsVisiblePost | undefined;
}

/** Options of the deletion of a file. */
export interface DeleteMediaOptions extends MediaRights {
  /** True to delete a file that posts show, and to stop its address immediately. Default: false. */
  force?: boolean;
}

/** The parts of a single post that show pictures. */
interface ShownPost {
  html: string;
  structuredData: { article: { image?: string } };
}

/** Maximum number of posts that a refused deletion names. */
const mostNamedPosts = 20;

/** Manages the files of all organizations. */
export class Media {
  readonly #deps: MediaDeps;
  readonly #settings: MediaSettings;
  readonly #uploads: MediaUploads;
  readonly #sweep: MediaSweep;
  readonly #deleted: DeletedMedia;
  readonly #variants: PictureVariants;

  constructor(deps: MediaDeps, settings: MediaSettings) {
    this.#deps = deps;
    this.#settings = settings;
    this.#uploads = new MediaUploads(deps, settings);
    this.#sweep = new MediaSweep({ ...deps, ...settings });
    this.#deleted = new DeletedMedia(deps);
    this.#variants = new PictureVariants(deps, settings);
  }

  /** Removes the bytes of deleted files as a part of the work of `events.start`. @internal */
  get consumer(): EventConsumer {
    return this.#sweep;
  }

  /** Maximum number of bytes of a file. */
  get fileBytes(): number {
    return this.#settings.fileBytes;
  }

  /** Origin of the addresses of files. Undefined if they are paths, because the server knows no origin. */
  get origin(): string | undefined {
    return this.#settings.mediaOrigin ?? this.#deps.options.apiOrigin;
  }

  /**
   * Stores a file. Its type is found in its bytes. The same bytes are stored once for each organization.
   *
   * @param body the bytes, or a stream of them
   * @throws {InvalidInputError} if the name or a text is invalid
   * @throws {NotFoundError} if the organization does not exist
   * @throws {UnsupportedFileError} if the type is not supported
   * @throws {DamagedFileError} if the file is incomplete or breaks the rules of its format
   * @throws {Error} with the `code` `body-too-large`, `incomplete-body` or `media-full`
   */
  async upload(
    organizationSlug: string,
    body: MediaBody,
    input: MediaInput,
    options: UploadOptions = {},
  ): Promise<UploadedMedia> {
    const { record, isNew } = await this.#uploads.store(organizationSlug, body, input, options);
    return { ...this.#shown(organizationSlug, record), isNew };
  }

  /** Returns a file, or null. */
  async get(address: MediaAddress): Promise<StoredMedia | null> {
    const found = await this.#read(address);
    return found && this.#shown(address.organizationSlug, found.data);
  }

  /**
   * Responds to a request for the bytes of a file, or of a copy of a picture. Responds with the picture if the copy cannot be made. @internal
   *
   * @throws {ProblemError} if the query is invalid, the file does not exist or has no byte of the range, or too many pictures are waiting
   */
  async respond(
    address: MediaAddress,
    incoming: Pick<Incoming, "method" | "headers">,
    search: string,
  ): Promise<PreparedResponse> {
    const query = parseQuery(variantQuery, new URLSearchParams(search));
    const { organizationSlug } = address;
    const stored = await this.#read(address);
    const found = stored ?? (await this.#readDeleted(address));
    if (found === null) {
      throw new ProblemError("media-not-found", `No file of "${organizationSlug}" has the hash in the path`);
    }
    const { data: record } = found;
    const variant = wantedVariant(record, query);
    const respond = async (isMissing = false): Promise<PreparedResponse> => {
      const copy = variant && (await this.#variants.of(organizationSlug, record, variant, { isMissing }));
      const response = await respondWithMedia(copy ?? record, this.#settings.bytes, incoming);
      // The copy may exist later, and the deleted file may not.
      const isFinal = stored !== null && (variant === undefined || copy !== undefined);
      return isFinal ? response : response.withHeaders({ "cache-control": "public, max-age=600" });
    };
    return respond().catch(async (error: unknown) => {
      if (variant === undefined || !(error instanceof MissingBytesError)) throw error;
      return respond(true);
    });
  }

  /**
   * Adds the sizes and copies of pictures to the HTML of a post. The first can be the image of its structured data, unless the post is paid.
   * @internal
   */
  async showPictures<Post extends ShownPost>(
    organizationSlug: string,
    post: Post,
    isPaid: boolean,
  ): Promise<Post> {
    if (!post.html.includes(mediaMarker(organizationSlug))) return post;
    const pictures = await runSteps(findPictures(post.html, organizationSlug));
    const hashes = [...new Set(pictures.map(({ hash }) => hash))];
    if (hashes.length === 0) return post;
    const partition = ["org", organizationSlug];
    const locations = hashes.map((hash) => ({ partition, key: mediaKey(hash) }));
    const found = await this.#deps.store.getReadable<MediaRecord[]>(locations);
    const records = new Map(
      found.flatMap((record) => (record === null ? [] : [[record.data.hash, record.data]])),
    );
    const { resizer, isArticleImage } = this.#settings;
    const html = showPictures(post.html, pictures, records, resizer !== undefined);
    const { article } = post.structuredData;
    const image = isArticleImage && !isPaid ? articleImage(pictures, records) : undefined;
    if (image === undefined || article.image !== undefined) return { ...post, html };
    return { ...post, html, structuredData: { ...post.structuredData, article: { ...article, image } } };
  }

  /** Returns a page of the files, newest first. A page reads at most about 1,000 files. */
  async list(organizationSlug: string, query: MediaQuery = {}): Promise<MediaPage> {
    const { limit = 50, after } = query;
    requirePageLimit("Cannot list the files", limit);
    const partition = ["org", organizationSlug];
    const isMatch = matcherOf(query);
    const { items, next } = await readPage<object, StoredMedia>(this.#deps.store, partition, {
      ranges: [{ prefix: mediaTimePrefix, reverse: true }],
      limit,
      after,
      read: async (entries) => {
        const keys = entries.map(({ key }) => mediaKey(lastTextOf(key) ?? ""));
        const locations = keys.map((key) => ({ partition, key }));
        const found = await this.#deps.store.getReadable<MediaRecord[]>(locations);
        return found.map((record) =>
          record !== null && isMatch(record.data) ? this.#shown(organizationSlug, record.data) : null,
        );
      },
    });
    return { media: items, next };
  }

  /**
   * Changes the texts of a file. `null` removes a field. Writes nothing if nothing changes.
   *
   * @throws {InvalidInputError} if a change is invalid
   * @throws {NotFoundError} if the file does not exist
   */
  async update(
    address: MediaAddress,
    changes: MediaChanges,
    { judge }: MediaRights = {},
  ): Promise<StoredMedia> {
    const action = "Cannot update the file";
    const valid = validate(mediaChanges, changes, action);
    const { store } = this.#deps;
    const { organizationSlug, hash } = address;
    const record = await store.writes.repeat(`${action}: "${hash}"`, async () => {
      const { data, version } = await this.#require(address, action);
      judge?.(data);
      const changed = withoutNulls({ ...data, ...valid });
      if (isEqualJson(changed, data)) return data;
      const key = mediaKey(hash);
      const update = { checks: [{ key, version }], sets: [{ key, data: changed }] };
      const result = await store.commit(["org", organizationSlug], update);
      return result.committed ? changed : null;
    });
    return this.#shown(organizationSlug, record);
  }

  /**
   * Deletes a file. Its address responds with 404 a day later, when a second search finds no post that shows it, or immediately with `force`.
   * Caches may still have it. A file that a post shows by then is restored.
   *
   * @throws {NotFoundError} if the file does not exist
   * @throws {Error} with the `code` `media-in-use` and the names of up to 20 posts, if posts show the file and `force` is not set
   */
  async delete(
    address: MediaAddress,
    { force = false, judge, isVisible }: DeleteMediaOptions = {},
  ): Promise<void> {
    const action = "Cannot delete the file";
    const { organizationSlug, hash } = address;
    if (force && isMediaHash(hash) && (await this.#deleted.forget(organizationSlug, hash))) return;
    const found = await this.#require(address, action);
    judge?.(found.data);
    if (!force) refuseIfUsed(await this.usesOf(address, { isVisible }));
    const { store, outbox } = this.#deps;
    await store.writes.repeat(`${action}: "${hash}"`, async () => {
      const { data: record, version } = await this.#require(address, action);
      judge?.(record);
      const key = mediaKey(hash);
      const changes = {
        checks: [{ key, version }],
        sets: force ? [] : [{ key: deletedMediaKey(hash), data: record }],
        deletes: [key, mediaTimeKey(record)],
        sums: [{ key: mediaBytesKey, add: -allBytes(record) }],
      };
      const deleted = { type: "media.deleted", data: { id: hash, name: record.name } } as const;
      const result = await outbox.commit(organizationSlug, changes, [deleted]);
      return result.committed ? true : null;
    });
  }

  /**
   * Finds posts of every status that show a file, and up to 20 of them. Reads all posts of the organization. Posts that a host stores are not
   * searched.
   */
  async usesOf(
    { organizationSlug, hash }: MediaAddress,
    { isVisible }: MediaRights = {},
  ): Promise<NamingPosts> {
    const search = { text: hash, most: mostNamedPosts, isVisible };
    return findPostsNaming(this.#deps.store, organizationSlug, search);
  }

  /** Returns the number of bytes of an organization's files, and the limits. */
  async usage(organizationSlug: string): Promise<MediaUsage> {
    const { fileBytes, organizationBytes } = this.#settings;
    return { bytes: await this.#uploads.used(organizationSlug), organizationBytes, fileBytes };
  }

  /** Makes another user the creator of the files that a user uploaded to an organization. @internal */
  async changeCreator(
    organizationSlug: string,
    { from, into }: { from: string; into: string },
  ): Promise<void> {
    const { store } = this.#deps;
    const partition = ["org", organizationSlug];
    for await (const { key: place } of store.listAll<object>(partition, { prefix: mediaTimePrefix })) {
      const hash = lastTextOf(place) ?? "";
      await store.writes.repeat(`Cannot change the creator of the file: "${hash}"`, async () => {
        const found = await this.#read({ organizationSlug, hash });
        if (found?.data.createdBy !== from) return true;
        const key = mediaKey(hash);
        const checks = [{ key, version: found.version }];
        const sets = [{ key, data: { ...found.data, createdBy: into } }];
        return (await store.commit(partition, { checks, sets })).committed || null;
      });
    }
  }

  /**
   * Looks at the bytes of all files, and removes those that have had no record for 24 hours. Restores deleted files that posts show. `events.start`
   * does so every 6 hours.
   *
   * @throws {Error} if the media store does not respond
   */
  async sweep(): Promise<SweptMedia> {
    return this.#sweep.sweep();
  }

  /** Returns the address of a file for readers. */
  #shown(
    organizationSlug: string,
    { key: _key, isInline: _isInline, variants: _variants, ...media }: MediaRecord,
  ): StoredMedia {
    const place = { basePath: this.#deps.options.basePath, apiOrigin: this.origin };
    const names = ["media", organizationSlug, media.hash, addressName(media.name)];
    return { ...media, url: publicApiAddress(place, ...names) };
  }

  async #read({ organizationSlug, hash }: MediaAddress): Promise<Stored<MediaRecord> | null> {
    if (!isMediaHash(hash)) return null;
    const location: Location = { partition: ["org", organizationSlug], key: mediaKey(hash) };
    return this.#deps.store.get<MediaRecord>(location);
  }

  async #readDeleted({ organizationSlug, hash }: MediaAddress): Promise<Stored<MediaRecord> | null> {
    return isMediaHash(hash) ? this.#deleted.read(organizationSlug, hash) : null;
  }

  async #require(address: MediaAddress, action: string): Promise<Stored<MediaRecord>> {
    const found = await this.#read(address);
    if (found !== null) return found;
    const { organizationSlug, hash } = address;
    throw new NotFoundError(`${action}: "${organizationSlug}" has no file "${hash}"`);
  }
}

/** Returns a function that tells whether a file belongs to a list. */
function matcherOf({ q = "", type }: MediaQuery): (record: MediaRecord) => boolean {
  const wanted = foldText(comparedText(q).trim());
  return (record) => {
    if (type !== undefined && record.type !== type && !record.type.startsWith(`${type}/`)) return false;
    const texts = [record.name, record.title ?? "", record.alt ?? ""].join("\n");
    return wanted === "" || foldText(comparedText(texts)).includes(wanted);
  };
}

/** @throws {ProblemError} if a file is used, or may be used */
function refuseIfUsed({ posts, hasHidden, isInSettings, isComplete }: NamingPosts): void {
  const users = [
    ...(isInSettings ? ["the settings of the organization"] : []),
    ...posts.map(({ slug }) => `the post "${slug}"`),
    ...(hasHidden ? ["posts of other users"] : []),
  ];
  if (users.length === 0 && isComplete) return;
  const reason =
    users.length === 0
      ? "the organization has too many posts to search all of them"
      : `it is used by ${users.join(", ")}`;
  throw new ProblemError("media-in-use", `Cannot delete the file: ${reason}. Change them first, or force it`);
}
