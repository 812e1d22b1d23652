import { markdownToPost } from "../../../lib/import/mod.ts";
import { cannotRead, readInput } from "../frame/input/read_input.ts";

/** Reads HTML from a file or, for `-`, from the standard input. Markdown files are converted. */
export async function readHtml(file: string): Promise<string> {
  if (!/\.(?:md|markdown)$/i.test(file)) return readInput(file, "html");
  const text = await readInput(file);
  try {
    return markdownToPost(text, "file").html ?? "";
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}
