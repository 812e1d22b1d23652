/** Parts for an import that stores the files of posts. They are not a part of the package's entry `media`. */
export { reasonOfRefusedUpload } from "./media_uploads.ts";
export { toMediaTexts } from "./stored_media.ts";
export { hashInAddress } from "./variants/reader_pictures.ts";
