import { given } from "../../base/given.ts";
import type { ImportItem, SkippedItem } from "../import_item.ts";
import type { PostFile, SiteFiles } from "../files/post_file.ts";
import { readPostFile } from "../files/read_post_file.ts";
import { skippedFile } from "../files/skipped_file.ts";
import type { Reading } from "./reading.ts";

/** A file with a single post. */
export interface TextFile {
  path: string;
  text: string;
  format: PostFile["format"];
  pass: "keys" | "posts";
  /** True for a file of a zip, whose links are replaced when all files are known. Default: false. */
  linksLater?: boolean;
  /** Columns of the file's database in Notion. */
  columns?: readonly string[] | undefined;
}

/** Reads the items of a file with one post. A text that cannot be read, or takes too long, is skipped. */
export async function readText(
  file: TextFile,
  reading: Reading,
  siteFiles?: SiteFiles,
): Promise<ImportItem[]> {
  const input: PostFile = { ...toPostFile(file, reading), ...(siteFiles && { siteFiles }) };
  try {
    return await reading.textWork.run({
      name: "readPostFile",
      input,
      length: file.text.length,
      inline: () => readPostFile(input),
    });
  } catch (error) {
    return [skippedFile(error, { file: file.path })];
  }
}

export function toPostFile(
  { path, text, format, pass, linksLater = false, columns }: TextFile,
  { siteUrl, now, postFields, slugFrom, languageFrom }: Reading,
): Omit<PostFile, "siteFiles"> {
  const options = { path, siteUrl, now, postFields, linksLater, content: pass === "posts" };
  return { format, text, file: path, options: { ...options, ...given({ slugFrom, languageFrom, columns }) } };
}

export function tooLarge(file: string, reason: string): SkippedItem {
  return { kind: "skipped", category: "too-large", reason, place: { file } };
}
