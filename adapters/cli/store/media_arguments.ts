import { basename, dirname, join } from "node:path";
import { type MediaBytes, mediaStore, type MediaStore, type PictureResizer } from "../../../lib/media/mod.ts";
import { isOrigin } from "../../../lib/base/base_path.ts";
import { given } from "../../../lib/base/given.ts";
import { mediaStoreForms, openMediaStore } from "../../../media-stores/open_media_store.ts";
import { sharpResizer } from "../../picture_resizer.ts";
import { text, type TextFlag } from "../frame/arguments/argument_definition.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { switchValue } from "../frame/arguments/switch_value.ts";
import { CliError } from "../frame/exit/cli_error.ts";

/** The setting of the media store. */
export const mediaStoreArguments: { "media-store": TextFlag } = asSettings({
  "media-store": text(
    `Location of files such as pictures: ${mediaStoreForms.join(" or ")} of a bucket, or off (default: beside a store in fs: or lmdb:, else off)`,
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
  const { "media-store": named, "media-origin": mediaOrigin, storage } = flags;
  if (mediaOrigin !== undefined && !isOrigin(mediaOrigin)) {
    const rule = "must be an origin such as https://media.example";
    throw new CliError(`Cannot open the media store: --media-origin ${rule}, and is ${mediaOrigin}`);
  }
  const limits = {
    fileBytes: bytesOf("--media-file-bytes", flags["media-file-bytes"]),
    organizationBytes: bytesOf("--media-organization-bytes", flags["media-organization-bytes"]),
  };
  if (named !== undefined && switchValue(named) === false) return undefined;
  const location = named ?? locationBeside(storage);
  if (location === undefined) return undefined;
  try {
    const options = given({ ...limits, mediaOrigin, resizer: note && openResizer(note) });
    const isDirectory = location.startsWith("fs:");
    return mediaStore(dryRun && isDirectory ? noBytes : await openMediaStore(location), options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(`Cannot open the files of --media-store: ${reason}`);
  }
}

function openResizer(note: (text: string) => void): PictureResizer | undefined {
  const resizer = sharpResizer();
  if (resizer === undefined) {
    note("Readers get pictures in their full size. Run npm install sharp for smaller copies");
  }
  return resizer;
}

/** The bytes of a directory that is not created. */
const noBytes: MediaBytes = {
  put: async () => Promise.reject(new Error("A dry run stores no files")),
  get: async () => null,
  delete: async () => undefined,
  list: async () => ({ keys: [], next: null }),
};

/** Returns the location of files beside a store in a directory. */
function locationBeside(storage: string): string | undefined {
  const [, path] = /^(?:fs|lmdb):(.+)$/s.exec(storage) ?? [];
  return path && `fs:${join(dirname(path), `${basename(path)}-media`)}`;
}

function bytesOf(flag: string, value: string | undefined): number | undefined {
  if (value === undefined || /^\d{1,16}$/.test(value)) return value === undefined ? undefined : Number(value);
  throw new CliError(`Cannot open the media store: ${flag} must be a whole number, and is ${value}`);
}
