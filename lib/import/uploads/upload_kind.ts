import { htmlName, markdownName, postName } from "../paths/page_path.ts";
import { beginningOfText } from "../../base/text/declared_encoding.ts";
import { UploadError } from "./upload_error.ts";

/** Returns true if the name is of a file with a post. */
export function isPostName(path: string): boolean {
  return postName.test(path);
}

/** Kinds of uploads. `zip` has Markdown or HTML files. */
export type UploadKind =
  | "wordpress"
  | "ghost"
  | "blogger"
  | "feed"
  | "markdown"
  | "html"
  | "zip"
  | "medium"
  | "substack"
  | "notion";

/** Kinds that the beginning of a file shows. */
export type FileKind = Exclude<UploadKind, "medium" | "substack" | "notion">;

/** Formats in which a single file has many posts. */
export type ExportKind = "wordpress" | "ghost" | "blogger" | "feed";

/** Marks of files that are not imported: their place, their bytes in Latin-1, and a name for the file. */
const otherFiles: readonly (readonly [offset: number, mark: string, name: string])[] = [
  [0, "\u0089PNG", "a PNG picture"],
  [0, "\u00ff\u00d8\u00ff", "a JPEG picture"],
  [0, "GIF8", "a GIF picture"],
  [8, "WEBP", "a WebP picture"],
  [4, "ftypavif", "an AVIF picture"],
  [4, "ftyphei", "a HEIC picture"],
  [4, "ftyp", "a video"],
  [0, "%PDF", "a PDF document"],
  [0, "\u001f\u008b", "a gzip archive"],
  [0, "Rar!", "a RAR archive"],
  [0, "7z\u00bc\u00af", "a 7-Zip archive"],
  [257, "ustar", "a tar archive"],
  [0, "\u00d0\u00cf\u0011\u00e0", "an old Office document"],
  [0, "SQLite format 3", "a SQLite database"],
];

/** Marks at the beginning of a zip, also of one without files. */
const zipMarks: ReadonlySet<string> = new Set(["PK\u0003\u0004", "PK\u0005\u0006"]);

const choices =
  "Choose a WordPress export (.xml), a Ghost export (.json), or a zip of Markdown files or of a Notion export (.zip).";

/** Number of bytes at the beginning of a file that show its kind. */
const shown = 4096;

/**
 * Returns the kind of an uploaded file by its content. The name decides only between texts.
 *
 * @throws {UploadError} if it cannot be imported
 */
export async function kindOfUpload(file: Blob, name: string): Promise<FileKind> {
  if (file.size === 0) throw new UploadError(`The file is empty. ${choices}`);
  const bytes = new Uint8Array(await file.slice(0, shown).arrayBuffer());
  const latin = String.fromCharCode(...bytes);
  if (isZip(bytes)) return "zip";
  const [, , other] = otherFiles.find(([offset, mark]) => latin.startsWith(mark, offset)) ?? [];
  if (other !== undefined) throw new UploadError(`This file is ${other}. ${choices}`);
  const start = beginningOfText(bytes, "xml");
  if (start.includes("\0")) throw new UploadError(`This file is no text and no zip. ${choices}`);
  return kindOfText(start, name);
}

/** True for the beginning of a zip. */
export function isZip(bytes: Uint8Array): boolean {
  const latin = String.fromCharCode(...bytes.subarray(0, 4));
  return zipMarks.has(latin);
}

/** True for the text of a post of a Medium export. */
export function isMediumText(html: string): boolean {
  return (
    html.includes('<article class="h-entry">') && html.includes('<a href="https://medium.com">Medium</a>')
  );
}

/** Returns the kind of a text by its beginning, and by its name. */
function kindOfText(start: string, name: string): Exclude<FileKind, "zip"> {
  const exported = exportKindOf(start);
  if (markdownName.test(name)) return "markdown";
  if (exported !== undefined) return exported;
  if (/\.csv$/i.test(name)) {
    throw new UploadError("This file is a CSV table. Choose the whole zip of a Substack export instead.");
  }
  if (htmlName.test(name) || /^\s*<(?:!doctype html|html)\b/i.test(start)) return "html";
  if (/^(?:---|\+\+\+)\r?\n/.test(start)) return "markdown";
  const kind = /^\s*</.test(start) ? "an XML or HTML file of another kind" : "a text of an unknown format";
  throw new UploadError(`This file is ${kind}. ${choices}`);
}

/** Returns the kind of an export by the beginning of its text, or undefined for other texts. */
export function exportKindOf(start: string): ExportKind | undefined {
  if (/^\s*[{[]/.test(start)) return "ghost";
  if (!/^\s*</.test(start)) return undefined;
  if (/xmlns:wp=|<wp:wxr_version>/.test(start)) return "wordpress";
  if (/<feed[\s>]/.test(start) && /blogger\.com,1999:blog|google\.com\/blogger\//.test(start)) {
    return "blogger";
  }
  return /<(?:rss|feed)[\s>]/.test(start) ? "feed" : undefined;
}
