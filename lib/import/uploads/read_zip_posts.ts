import type { ImportItem, SkippedItem } from "../import_item.ts";
import { linkTranslations } from "../run/link_translations.ts";
import { skippedText } from "../source_decoder.ts";
import { htmlName, isPostName } from "./upload_kind.ts";
import { type TextFile, tooLarge } from "./read_text.ts";
import { readZipSite } from "./read_zip_site.ts";
import type { Reading } from "./reading.ts";
import { TextBatches } from "./text_batches.ts";
import { megabytes, mostPostBytes } from "./upload_limits.ts";
import type { ZipFolder } from "./zip/zip_folder.ts";

/** Reads the posts of a zip, a file for each, and links their translations. */
export async function* readZipPosts(
  folder: ZipFolder,
  { isMedium, ...reading }: Reading & { isMedium: boolean },
): AsyncGenerator<ImportItem> {
  const site = await readZipSite(folder, reading.textWork);
  yield* site.notes;
  yield* folder.refused;
  const paths = folder.paths.filter((path) => (isMedium ? htmlName.test(path) : isPostName(path)));
  async function* read(pass: TextFile["pass"]): AsyncGenerator<ImportItem> {
    const batches = new TextBatches(reading, site, folder.begin());
    let done = 0;
    for (const path of paths) {
      const format = isMedium ? "medium" : htmlName.test(path) ? "html" : "markdown";
      const found = await textOrReason(folder, path);
      if (typeof found === "string") yield* batches.add({ path, text: found, format, pass });
      else if (pass === "posts") {
        yield* batches.end();
        yield found;
      }
      reading.onProgress({ done: ++done, total: paths.length, unit: "files", isChecking: pass === "keys" });
    }
    yield* batches.end();
  }
  yield* linkTranslations(read, { language: reading.language });
}

async function textOrReason(folder: ZipFolder, path: string): Promise<string | SkippedItem> {
  if (folder.sizeOf(path) > mostPostBytes) {
    return tooLarge(path, `it has more than ${megabytes(mostPostBytes)}`);
  }
  try {
    return await folder.text(path);
  } catch (error) {
    return skippedText(error, path);
  }
}
