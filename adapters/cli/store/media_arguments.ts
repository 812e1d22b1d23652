import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type MediaBytes, mediaStore, type MediaStore, type PictureResizer } from "../../../lib/media/mod.ts";
import { isOrigin } from "../../../lib/base/base_path.ts";
import { given } from "../../../lib/base/given.ts";
import { mediaStoreForms, openMediaStore } from "../../../media-stores/open_media_store.ts";
import { storePath } from "../../../storage-drivers/opening/store_path.ts";
import { sharpResizer } from "../../picture_resizer.ts";
import { text, type TextFlag } from "../frame/arguments/argument_definition.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { switchValue } from "../frame/arguments/switch_value.ts";
import { CliError } from "../frame/exit/cli_error.ts";

/** The setting of the media store. */
export const mediaStoreArguments: { "media-store": TextFlag } = asSettings({
  "media-store": text(
    `Location of files such as pictures: ${mediaStoreForms.join(" or ")} of a bucket, or off (default: beside a store in fs:, lmdb: or sqlite:, else off)`,
  ),
});

/** Settings of files. */
export const mediaArguments: typeof mediaStoreArguments & {
  [Name in "media-origin" | "media-file-bytes" | "media-organization-bytes"]: TextFlag;
} = {
  ...mediaStoreArguments,
  ...asSettings({
    "media-origin": text("Origin of the addresses of files: https://media.example (default: the API's own)"),
    "media-file-bytes": text("Maximum number of bytes of a file (default: 20000000)"),
    "media-organization-bytes": text(
      "Maximum number of bytes of an organization's files (default: 10000000000)",
    ),
  }),
};

/** The given values of {@link mediaArguments}, and the location of the data. */
export type MediaFlags = { [Name in keyof typeof mediaArguments]?: string | undefined } & { storage: string };

/** Options of {@link openMedia}. */
interface OpenMediaOptions {
  /** Called with a sentence if pictures have no smaller copies. Default: the store makes none. */
  note?: (text: string) => void;
  /** If true, no bytes are stored, and no directory is created. */
  dryRun?: boolean;
}

/** Opens the media store for a command that cannot do without it. */
export async function requireMedia(flags: MediaFlags, options?: OpenMediaOptions): Promise<MediaStore> {
  const media = await openMedia(flags, options);
  if (media !== undefined) return media;
  throw new CliError("There is no media store. Name one with --media-store");
}

/**
 * Opens the media store. Returns undefined if files are off.
 *
 * @throws {CliError} when a value is invalid
 */
export async function openMedia(
  flags: MediaFlags,
  { note, dryRun = false }: OpenMediaOptions = {},
): Promise<MediaStore | undefined> {
  const { "media-origin": mediaOrigin } = flags;
  if (mediaOrigin !== undefined && !isOrigin(mediaOrigin)) {
    const rule = "must be an origin such as https://media.example";
    throw new CliError(`Cannot open the media store: --media-origin ${rule}, and is ${mediaOrigin}`);
  }
  const limits = {
    fileBytes: bytesOf("--media-file-bytes", flags["media-file-bytes"]),
    organizationBytes: bytesOf("--media-organization-bytes", flags["media-organization-bytes"]),
  };
  const location = mediaLocationOf(flags);
  if (location === undefined) return undefined;
  const isDirectory = location.startsWith("fs:");
  const bytes = dryRun && isDirectory ? noBytes : await openMediaBytes(location);
  try {
    return mediaStore(bytes, given({ ...limits, mediaOrigin, resizer: note && openResizer(note) }));
  } catch (error) {
    throw notOpened("--media-store", error);
  }
}

/** Returns the location of the files that flags name. Undefined if files are off. */
export function mediaLocationOf({
  "media-store": named,
  storage,
}: Pick<MediaFlags, "media-store" | "storage">): string | undefined {
  if (named !== undefined && switchValue(named) === false) return undefined;
  return named ?? locationBeside(storage);
}

/**
 * Opens the bytes of files at a location.
 *
 * @param argument argument that names the location, for an error
 * @throws {CliError} when they cannot be opened
 */
export async function openMediaBytes(location: string, argument = "--media-store"): Promise<MediaBytes> {
  try {
    return await openMediaStore(location);
  } catch (error) {
    throw notOpened(argument, error);
  }
}

/** Like {@link openMediaBytes}, but creates no directory. Returns undefined if the directory of the files is missing. */
export async function openExistingMedia(
  location: string,
  argument?: string,
): Promise<MediaBytes | undefined> {
  const [, path] = /^fs:(.+)$/s.exec(location) ?? [];
  return path === undefined || existsSync(path) ? openMediaBytes(location, argument) : undefined;
}

function notOpened(argument: string, error: unknown): CliError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CliError(`Cannot open the files of ${argument}: ${reason}`);
}

function openResizer(note: (text: string) => void): PictureResizer | undefined {
  const resizer = sharpResizer();
  if (resizer === undefined) {
    note("Readers get pictures in their full size. Run npm install sharp for smaller copies");
  }
  return resizer;
}

/** The bytes of a directory that does not exist, and is not created. */
export const noBytes: MediaBytes = {
  put: async () => Promise.reject(new Error("The directory of the files does not exist")),
  get: async () => null,
  size: async () => null,
  delete: async () => undefined,
  list: async () => ({ keys: [], next: null }),
};

/** Returns the location of files beside a store on a disk. */
function locationBeside(storage: string): string | undefined {
  const { path } = storePath(storage) ?? {};
  return path && `fs:${join(dirname(path), `${basename(path)}-media`)}`;
}

function bytesOf(flag: string, value: string | undefined): number | undefined {
  if (value === undefined || /^\d{1,16}$/.test(value)) return value === undefined ? undefined : Number(value);
  throw new CliError(`Cannot open the media store: ${flag} must be a whole number, and is ${value}`);
}
