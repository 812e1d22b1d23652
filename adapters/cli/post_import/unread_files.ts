import { extname } from "node:path";
import type { SkippedItem } from "../../../lib/import/mod.ts";
import { extensionsOf, type FolderFormat } from "./post_files.ts";
import { printableLine } from "../frame/output/printable.ts";

/** Extensions of texts in formats that no reader knows. Other files are no posts, such as images and layouts. */
const foreignTexts: ReadonlySet<string> = new Set(
  ".adoc .asciidoc .ipynb .markdoc .mdoc .org .pandoc .pdc .rmd .rst .textile".split(" "),
);

/** Maximum number of kinds of files that a message names, and maximum length of an extension. */
const maxKinds = 8;
const maxExtension = 20;

/** Yields the skipped item of a file that is not read. Files that cannot be posts have none. */
export function* unreadFile(
  file: string,
  { isLink, isPost }: { isLink: boolean; isPost: boolean },
): Generator<SkippedItem> {
  const place = { file };
  // A link without an extension can lead to a folder with posts.
  if (isLink && (isPost || extname(file) === "")) {
    const reason = "it is a symbolic link, which is not followed";
    yield { kind: "skipped", category: "symbolic-link", reason, place };
  } else if (foreignTexts.has(extname(file).toLowerCase())) {
    const reason = `files in the format ${extname(file)} are not read`;
    yield { kind: "skipped", category: "unread-format", reason, place };
  }
}

/** Returns the message for a folder without a file that is read: the kinds of its files, and the kinds that are read. */
export function nothingToRead(
  folder: string,
  format: FolderFormat,
  found: ReadonlyMap<string, number>,
): string {
  const kinds = [...found].toSorted(([, one], [, other]) => other - one);
  const named = kinds.slice(0, maxKinds).map(([extension, count]) => {
    const kind = extension === "" ? "without extension" : printableLine(extension.slice(0, maxExtension));
    return `${kind} (${count})`;
  });
  const others = kinds.length > maxKinds ? " and other kinds" : "";
  const files = kinds.length === 0 ? "The folder has no files" : `Its files are ${named.join(", ")}${others}`;
  return `Cannot import ${folder}: it has no file of a post. ${files}. Read are ${extensionsOf(format).join(", ")}`;
}
