import { once } from "node:events";
import { createWriteStream, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownFile, wordpressExport } from "../test/import/generators.ts";

/** Approximate characters of a post in the WordPress export. */
const contentLength = 10_000;
const filesInFolder = 1000;

/** Writes a WordPress export of about `megabytes` MB: posts, each with an attachment. Returns the size in bytes. */
export async function writeWordPressExport(file: string, megabytes: number): Promise<number> {
  const posts = Math.max(1, Math.round((megabytes * 1_000_000) / (contentLength * 1.05)));
  const stream = createWriteStream(file);
  for (const part of wordpressExport({ posts, contentLength })) {
    if (!stream.write(part)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "close");
  return statSync(file).size;
}

/** Writes Markdown files in the form of four site generators, in folders of up to 1,000. Returns their size in bytes. */
export function writeMarkdownFiles(folder: string, count: number): number {
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const part = join(folder, `part-${String(Math.floor(index / filesInFolder)).padStart(3, "0")}`);
    if (index % filesInFolder === 0) mkdirSync(part, { recursive: true });
    const { name, text } = markdownFile(index);
    writeFileSync(join(part, name), text);
    bytes += Buffer.byteLength(text);
  }
  return bytes;
}
