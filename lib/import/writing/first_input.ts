import type { PostInput } from "../../content/mod.ts";
import type { ImportItem, ImportSource } from "../import_item.ts";

/** Reads a text by a reader of exports, and returns the input of its first post. */
export async function firstInput(
  text: string,
  read: (source: ImportSource) => AsyncIterable<ImportItem>,
): Promise<PostInput | undefined> {
  const source: ImportSource = {
    file: "export",
    read: async function* () {
      yield text;
    },
  };
  for await (const item of read(source)) if (item.kind === "post") return item.input;
  return undefined;
}
