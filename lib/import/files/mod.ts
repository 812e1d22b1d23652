/**
 * Parts of the reading of folders, zips and their media. The package's entry `import` does not have them.
 *
 * @module
 */
export { SourceDecoder } from "../source_decoder.ts";
export { hasFrontMatter } from "../front_matter/front_matter.ts";
export { htmlEndings, htmlName, markdownEndings, pageEndings, rstName } from "../paths/page_path.ts";
export { countOldMedia } from "../media/count_old_media.ts";
export { OldHosts } from "../media/old_hosts.ts";
export { Counts } from "../values/counts.ts";
export { repositoryFile, repositoryFiles } from "./repository_files.ts";
export { reasonOfFile, skippedFile } from "./skipped_file.ts";
export { UnreadFiles } from "./unread_files.ts";
export { includeNotes, mostIncludedBytes } from "../includes/with_includes.ts";
export { linkExport } from "../run/link_export.ts";
