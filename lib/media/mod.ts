/**
 * Files of an organization: pictures, documents, sound, film. Uploads, their records, and a sweep of bytes without a record.
 *
 * @module
 */
export {
  type DeleteMediaOptions,
  Media,
  type MediaAddress,
  type MediaPage,
  type MediaQuery,
  type MediaRights,
  type MediaUsage,
  type UploadedMedia,
} from "./media.ts";
export { copyMedia, type CopiedMedia, type CopyMediaOptions } from "./copy_media.ts";
export { isMediaKey, type MediaBytes, type MediaKeyPage } from "./media_bytes.ts";
export type { MediaDeps } from "./media_deps.ts";
export { mediaStore, type MediaStore, type MediaStoreOptions } from "./media_store.ts";
export type { SweptMedia } from "./media_sweep.ts";
export type { UploadOptions } from "./media_uploads.ts";
export type { MediaBody } from "./read_upload.ts";
export {
  type FocalPoint,
  mediaChanges,
  type MediaChanges,
  mediaInput,
  type MediaInput,
  type MediaRecord,
  type MediaTexts,
  type StoredMedia,
} from "./stored_media.ts";
export { mediaTypes } from "./types/mod.ts";
export type { PictureFormat, Variant } from "./variants/ladder.ts";
export type { PictureResizer } from "./variants/picture_resizer.ts";
