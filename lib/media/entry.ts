/**
 * Files of an organization: pictures, documents, sound, film. Uploads, their records, and a sweep of bytes without a record.
 *
 * @module
 */
export { copyMedia, type CopiedMedia, type CopyMediaOptions } from "./copy_media.ts";
export type {
  DeleteMediaOptions,
  Media,
  MediaAddress,
  MediaPage,
  MediaQuery,
  MediaRights,
  MediaUsage,
  UploadedMedia,
} from "./media.ts";
export type { MediaBytes, MediaKeyPage } from "./media_bytes.ts";
export { mediaStore, type MediaStore, type MediaStoreOptions } from "./media_store.ts";
export type { SweptMedia } from "./media_sweep.ts";
export type { UploadOptions } from "./media_uploads.ts";
export type { MediaBody } from "./read_upload.ts";
export type {
  FocalPoint,
  MediaChanges,
  MediaInput,
  MediaRecord,
  MediaTexts,
  StoredMedia,
} from "./stored_media.ts";
export type { PictureFormat, Variant } from "./variants/ladder.ts";
export type { PictureResizer } from "./variants/picture_resizer.ts";
