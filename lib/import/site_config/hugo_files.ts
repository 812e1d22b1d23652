import { mappingOf, segmentsOf, textOf } from "./config_values.ts";
import { isAboutRepository } from "../paths/page_path.ts";
import type { Data } from "./site.ts";

/** A file below a folder of content. */
export interface HugoFile {
  /** Name of the language in the configuration. */
  language: string;
  /** Folders below the folder of content. For `name/index.md` without `name`. */
  folders: string[];
  /** Name without language and extension. For `name/index.md` it is `name`, and for `index.md` an empty text. */
  name: string;
}

/** Folders in the root of a site with templates and output. A folder of content below them is read nevertheless. */
const excluded: ReadonlySet<string> = new Set(["archetypes", "layouts", "public", "resources", "themes"]);

interface ContentFolder {
  parts: string[];
  language: string | undefined;
}

/** The folders of content and the languages of a Hugo site. Names in the configuration are in lower case. */
export class HugoFiles {
  readonly defaultLanguage: string;
  readonly languages: Data;
  readonly #folders: ContentFolder[];
  readonly #folder: string;

  /** @param folder path of the imported folder from the root of the site, or an empty text */
  constructor(config: Data, folder: string) {
    this.#folder = folder;
    this.languages = mappingOf(config["languages"]);
    this.defaultLanguage = textOf(config["defaultcontentlanguage"])?.toLowerCase() ?? "en";
    const { mounts } = mappingOf(config["module"]);
    const mounted = (Array.isArray(mounts) ? (mounts as unknown[]).map(mappingOf) : [])
      .filter(({ target }) => target === "content")
      .flatMap(({ source, lang }) => toFolder(source, textOf(lang)));
    const own = Object.entries(this.languages).map(([name, language]) =>
      toFolder(mappingOf(language)["contentdir"], name),
    );
    const isComplete = mounted.length > 0 || (own.length > 0 && own.every(({ length }) => length > 0));
    const common = isComplete ? [] : toFolder(textOf(config["contentdir"]) ?? "content", undefined);
    // The longest path is the most specific.
    this.#folders = [...mounted, ...own.flat(), ...common].toSorted(
      (one, other) => other.parts.length - one.parts.length,
    );
  }

  /** Paths of the folders of content from the root of the site. */
  get contentFolders(): string[] {
    return [...new Set(this.#folders.map(({ parts }) => parts.join("/")))];
  }

  /** True for templates, output and files about the repository that are no content. */
  isExcluded(path: string): boolean {
    const [first = "", ...rest] = segmentsOf(`${this.#folder}/${path}`);
    const isOther = excluded.has(first) || (rest.length === 0 && isAboutRepository(first));
    return isOther && this.fileOf(path) === undefined;
  }

  /** Returns undefined for a file that is no content. */
  fileOf(path: string): HugoFile | undefined {
    const parts = segmentsOf(`${this.#folder}/${path}`);
    const found = this.#folders.find((folder) => folder.parts.every((part, at) => parts[at] === part));
    if (found === undefined) return undefined;
    const folders = parts.slice(found.parts.length, -1);
    const stem = (parts.at(-1) ?? "").replace(/\.[^.]*$/, "");
    const [, base = stem, suffix = ""] = /^(.+)\.([^.]+)$/.exec(stem) ?? [];
    const isLanguage = Object.hasOwn(this.languages, suffix.toLowerCase());
    const own = isLanguage ? suffix.toLowerCase() : undefined;
    const language = own ?? found.language ?? this.defaultLanguage;
    const name = isLanguage ? base : stem;
    if (name !== "index") return { language, folders, name };
    return { language, folders: folders.slice(0, -1), name: folders.at(-1) ?? "" };
  }
}

function toFolder(source: unknown, language: string | undefined): ContentFolder[] {
  const path = textOf(source);
  return path === undefined ? [] : [{ parts: segmentsOf(path), language: language?.toLowerCase() }];
}
