import { basename } from "node:path";
import { BoundedMap } from "../../../../lib/base/bounded_map.ts";
import { given } from "../../../../lib/base/given.ts";
import type { PostMedia } from "../../../../lib/import/mod.ts";
import { hashInAddress, reasonOfRefusedUpload, toMediaTexts } from "../../../../lib/media/importing.ts";
import type { Media, StoredMedia, UploadedMedia } from "../../../../lib/media/mod.ts";
import { systemErrorText } from "../../../../storage-drivers/directory/system_error_text.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import { openFound } from "./file_finder.ts";
import type { MediaTarget, PutMedia } from "./media_target.ts";

/** Settings of {@link StoredFiles}. */
export interface StoredFilesSettings {
  media: Media;
  organizationSlug: string;
  /** URL of the organization's site. */
  siteUrl: string;
  /** If true, files are only checked. */
  dryRun: boolean;
}

type KnownFile = UploadedMedia | { refused: string };

const mostKnownFiles = 10_000;

/** The organization's files in the media store. */
export class StoredFiles implements MediaTarget {
  readonly prefersOriginals = true;
  readonly #settings: StoredFilesSettings;
  /** Results by the path of the file. */
  readonly #known = new BoundedMap<KnownFile>(mostKnownFiles);
  /** Files that a dry run would have stored, by hash. */
  readonly #unstored = new BoundedMap<StoredMedia>(mostKnownFiles);

  constructor(settings: StoredFilesSettings) {
    this.#settings = settings;
  }

  async has({ href }: URL): Promise<boolean> {
    const { media, organizationSlug } = this.#settings;
    const hash = hashInAddress(href, organizationSlug);
    return hash !== undefined && (await media.get({ organizationSlug, hash })) !== null;
  }

  async put(file: string, media: PostMedia): Promise<PutMedia> {
    const found = this.#known.get(file) ?? (await this.#upload(file, media));
    if ("refused" in found) {
      this.#known.set(file, found);
      return found;
    }
    const stored = await this.#describe(found, media);
    this.#known.set(file, { ...stored, isNew: false });
    return { result: found.isNew ? "stored" : "present", newUrl: this.#addressFor(media, stored) };
  }

  async #upload(file: string, media: PostMedia): Promise<KnownFile> {
    const bytes = await readFound(file, this.#settings.media.fileBytes);
    if (!(bytes instanceof Uint8Array)) return bytes;
    const { organizationSlug, dryRun } = this.#settings;
    const input = { name: basename(file), ...toMediaTexts(media) };
    try {
      const options = { dryRun, isSilent: true };
      const uploaded = await this.#settings.media.upload(organizationSlug, bytes, input, options);
      return dryRun ? this.#remember(uploaded) : uploaded;
    } catch (cause) {
      const refused = reasonOfRefusedUpload(cause);
      if (refused !== undefined) return { refused };
      throw new CliError(`Cannot store ${file}: ${String(cause)}`, { cause });
    }
  }

  /** Returns the file of a dry run, which an earlier file with the same bytes would have stored. */
  #remember(uploaded: UploadedMedia): UploadedMedia {
    const earlier = this.#unstored.get(uploaded.hash);
    if (earlier !== undefined) return { ...earlier, isNew: false };
    if (uploaded.isNew) this.#unstored.set(uploaded.hash, uploaded);
    return uploaded;
  }

  /** Adds the texts of a use to a file that has none. */
  async #describe(stored: StoredMedia, media: PostMedia): Promise<StoredMedia> {
    const { organizationSlug, dryRun } = this.#settings;
    const { alt, title } = toMediaTexts(media);
    const missing = given({ alt: stored.alt ?? alt, title: stored.title ?? title });
    if (dryRun || (missing.alt === stored.alt && missing.title === stored.title)) return stored;
    return this.#settings.media.update({ organizationSlug, hash: stored.hash }, missing);
  }

  /** A post's image must have an absolute address. */
  #addressFor({ where }: PostMedia, { url }: StoredMedia): string {
    return where === "image" ? new URL(url, this.#settings.siteUrl).href : url;
  }
}

/** Reads a file, or returns the reason why it cannot be stored. A file that is too large is not read. */
async function readFound(file: string, most: number): Promise<Uint8Array<ArrayBuffer> | { refused: string }> {
  try {
    const handle = await openFound(file);
    try {
      const { size } = await handle.stat();
      if (size > most) return { refused: `it has ${size} bytes, and at most ${most} are allowed` };
      if (size === 0) return { refused: "it is empty" };
      return new Uint8Array(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { refused: systemErrorText(error, file) };
  }
}
