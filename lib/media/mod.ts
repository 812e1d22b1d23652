/**
 * Files of an organization: pictures, documents, sound, film. Uploads, their records, and a sweep of bytes without a record.
 *
 * @module
 */
export {
  type DeleteMediaOptions,
  Media,
  type MediaPage,
  type MediaQuery,
  type MediaRights,
  type MediaUsage,
  type UploadedMedia,
} from "./media.ts";
export { copyMedia, type CopiedMedia } from "./copy_media.ts";
export { isMediaKey, type MediaBytes, type MediaKeyPage } from "./media_bytes.ts";
export { mediaStore, type MediaStore, type MediaStoreOptions } from "./media_store.ts";
export type { MediaBody } from "./read_upload.ts";
export {
  mediaChanges,
  type MediaChanges,
  type MediaInput,
  type MediaRecord,
  type StoredMedia,
} from "./stored_media.ts";
export { mediaTypes } from "./types/mod.ts";
export type { PictureResizer } from "./variants/picture_resizer.ts";
