import type { ImportNote } from "../import_item.ts";
import { generators } from "./generators.ts";
import type { SiteSummary } from "./site.ts";

/** Options of {@link generatorNotes}. */
interface NotesOptions {
  /** Path of the configuration from the root of the site. Undefined if it has none. */
  main: string | undefined;
  /** Returns the name of a file for messages by its path from the root. Default: the path. */
  fileOf?: (path: string) => string;
}

/** Returns the note that names the generator of a site, with the reason, and the notes about its configuration. */
export function generatorNotes(
  { generator, notes = [] }: Pick<SiteSummary, "generator" | "notes">,
  { main, fileOf = (path) => path }: NotesOptions,
): ImportNote[] {
  const others = notes.map(({ category, text, path }): ImportNote => {
    return { kind: "note", category, text, place: { file: fileOf(path) } };
  });
  if (generator === undefined) return others;
  const reason = main === undefined ? "as --dialect says" : "because it has this configuration";
  const text = `the files are read as a site of ${generators[generator].title}, ${reason}`;
  const place = { file: main === undefined ? "." : fileOf(main) };
  return [{ kind: "note", category: "site-generator", text, place }, ...others];
}
