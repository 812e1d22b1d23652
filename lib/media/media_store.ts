import { fields, flag, integer, methods, textRule } from "../base/input/check_options.ts";
import { isOrigin } from "../base/base_path.ts";
import type { MediaBytes } from "./media_bytes.ts";
import type { MediaDeps } from "./media_deps.ts";
import { Media } from "./media.ts";
import type { PictureResizer } from "./variants/picture_resizer.ts";

/** Options of {@link mediaStore}. */
export interface MediaStoreOptions {
  /** Maximum number of bytes of a file, 1 to 1,073,741,824. Default: 20,000,000. */
  fileBytes?: number;
  /** Maximum number of bytes of an organization's files, 0 to 1,125,899,906,842,624. Default: 10,000,000,000. */
  organizationBytes?: number;
  /** Maximum number of bytes of memory for concurrent uploads, 1 to 1,099,511,627,776. Further uploads wait. Default: 300,000,000. */
  memoryBytes?: number;
  /** Origin of the addresses of files, such as `https://media.example`. It must lead to the API. Default: the API's own. */
  mediaOrigin?: string;
  /** Makes smaller copies of pictures: `sharpResizer()` of `postern/node`. Default: readers get the pictures as they are. */
  resizer?: PictureResizer | undefined;
  /** True to use the first picture of a post for the image of its structured data, if the post has no image. Default: true. */
  isArticleImage?: boolean;
}

/** The files of an API: `mediaStore()` of `postern/media`. */
export interface MediaStore {
  /** Creates the manager of the files. The API calls it once. */
  open(deps: MediaDeps): Media;
}

const optionsCheck = fields<MediaStoreOptions>({
  fileBytes: integer(1, 1_073_741_824),
  organizationBytes: integer(0, 1_125_899_906_842_624),
  memoryBytes: integer(1, 1_099_511_627_776),
  mediaOrigin: textRule("an origin such as https://media.example", isOrigin),
  resizer: methods(["resize"]),
  isArticleImage: flag,
});
const bytesCheck = methods(["put", "get", "delete", "list"]);

/**
 * Lets an API store files, such as pictures. Pass it as the option `media` of `createPublicApi`.
 *
 * @param bytes keeps the bytes: `filesMedia`, `s3Media`, `r2Media` or `unstorageMedia` of `postern/media-stores/…`. The API's storage keeps the
 *   records.
 * @throws {InvalidOptionError} if an option is unknown, or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { mediaStore } from "postern/media";
 * import { unstorageMedia } from "postern/media-stores/unstorage";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 * import { createStorage } from "unstorage";
 *
 * const media = mediaStore(unstorageMedia(createStorage()), { fileBytes: 5_000_000 });
 * const api = createPublicApi({ storage: memoryDriver(), media });
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 * await api.media?.list("acme"); // { media: [], next: null }
 * ```
 */
export function mediaStore(bytes: MediaBytes, options: MediaStoreOptions = {}): MediaStore {
  const action = "create the media store";
  bytesCheck(bytes, { action, option: "bytes" });
  optionsCheck(options, { action, option: "" });
  const { fileBytes = 20_000_000, organizationBytes = 10_000_000_000, memoryBytes = 300_000_000 } = options;
  const { mediaOrigin, resizer, isArticleImage = true } = options;
  const limits = { fileBytes, organizationBytes, memoryBytes };
  const settings = { bytes, ...limits, mediaOrigin, resizer, isArticleImage };
  return { open: (deps) => new Media(deps, settings) };
}
