import { extname } from "node:path";
import type { SkippedItem } from "../../../lib/import/mod.ts";
import { skippedFile } from "../../../lib/import/files/mod.ts";
import { systemErrorCode, systemErrorText } from "../../../storage-drivers/directory/system_error_text.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import type { FoundFile } from "./post_files.ts";

const notUtf8 = "its name is not UTF-8, so it cannot be opened. Rename it";

/** Returns the skipped item of a file or folder whose reading failed. The other files are read. */
export function unreadableFile(error: unknown, file: string): SkippedItem {
  const cause = error instanceof CliError ? (error.cause ?? error) : error;
  const code = systemErrorCode(cause);
  if (code === undefined) return skippedFile(cause, { file });
  const reason = code === "ENOENT" && file.includes("\ufffd") ? notUtf8 : systemErrorText(cause, "");
  return { kind: "skipped", category: "unreadable-file", reason, place: { file } };
}

/** Returns the skipped item of an entry of a folder that is no file, or undefined if it cannot have posts. */
export function unreadableEntry(
  { path, kind, error }: FoundFile,
  { file, isPost }: { file: string; isPost: boolean },
): SkippedItem | undefined {
  if (kind === "folder") return unreadableFile(error, file);
  // A link without an extension can lead to a folder with posts.
  if (!isPost && !(kind === "link" && extname(path) === "")) return undefined;
  const [category, reason] =
    kind === "link"
      ? ["symbolic-link", "it is a symbolic link, which is not followed"]
      : ["unreadable-file", "it is no regular file"];
  return { kind: "skipped", category, reason, place: { file } };
}
