/**
 * Reads posts from uploaded files: exports of other systems, and zips of Markdown or HTML. The bounds hold for files from strangers.
 *
 * @module
 */
export { NotionExport } from "../notion/notion_export.ts";
export { isNotionExport, isNotionTable } from "../notion/notion_names.ts";
export { openUpload, type OpenedUpload } from "./open_upload.ts";
export type { Reading, ReadingProgress } from "./reading.ts";
export { UploadError } from "./upload_error.ts";
export { exportKindOf, isMediumText, isZip, type UploadKind } from "./upload_kind.ts";
