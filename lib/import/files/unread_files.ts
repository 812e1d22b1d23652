import type { ImportItem } from "../import_item.ts";
import { pageEndings } from "../paths/page_path.ts";
import { siteConfigPaths } from "../site_config/read_site_config.ts";
import { Counts } from "../values/counts.ts";

/** Endings of texts in formats that no reader knows. They are usually pages of a site. */
const foreignTexts: ReadonlySet<string> = new Set(
  ".adoc .asciidoc .ipynb .markdoc .mdoc .mediawiki .org .pandoc .pdc .qmd .rmd .rst .textile .wiki".split(
    " ",
  ),
);

/** Maximum number of endings that a message names. */
const mostNamed = 20;
const endingPattern = /(?<=.)\.[^\s\p{Cc}.]{1,20}$/u;

/** The files of a folder or zip that no reader reads. */
export class UnreadFiles {
  readonly #others = new Counts();
  readonly #texts = new Map<string, { first: string; count: number }>();

  /**
   * Adds a file. Configurations of site generators are read.
   *
   * @param path path in the folder or zip
   * @param file name for messages
   */
  add(path: string, file: string = path): void {
    if (siteConfigPaths.includes(path) || path.startsWith("config/_default/")) return;
    const ending = endingOf(path);
    const known = this.#texts.get(ending);
    if (known !== undefined) known.count++;
    else if (foreignTexts.has(ending)) this.#texts.set(ending, { first: file, count: 1 });
    else this.#others.add(ending === "" ? "without ending" : ending);
  }

  /**
   * Yields a skipped item for each format of texts, and a note with the endings of the other files.
   *
   * @param folder name of the folder for messages
   */
  *items(folder: string): Generator<ImportItem> {
    for (const [ending, { first, count }] of this.#texts) {
      const reason = `files in the format ${ending} are not read`;
      yield { kind: "skipped", category: "unread-format", reason, count, place: { file: first } };
    }
    const count = this.#others.total;
    if (count === 0) return;
    const text = `files that are not read as posts: ${this.#others.mostFrequent(mostNamed)}`;
    yield { kind: "note", category: "unread-file", text, count, place: { file: folder } };
  }

  /** Returns the reason why a folder without a post cannot be read, as sentences. */
  reason(read: readonly string[] = pageEndings): string {
    const all = new Counts();
    for (const [ending, count] of this.#others.entries()) all.add(ending, count);
    for (const [ending, { count }] of this.#texts) all.add(ending, count);
    const found = all.total === 0 ? "It has no files" : `Its files are ${all.mostFrequent(mostNamed)}`;
    return `it has no file of a post. ${found}. Read are ${read.join(", ")}`;
  }
}

/** Returns the ending of a file's name in lower case, such as `.njk`. */
function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return endingPattern.exec(name)?.[0].toLowerCase() ?? "";
}
