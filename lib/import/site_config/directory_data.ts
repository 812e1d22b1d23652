import { FrontMatterError, readData } from "../front_matter/front_matter.ts";
import { scriptLiterals } from "./config_literals.ts";
import { segmentsOf } from "./config_values.ts";
import type { Data, SiteNote } from "./site.ts";

const dataFile = /^(?:(.*)\/)?([^/]+?)(\.11tydata)?\.(json|[cm]?js)$/;

/** True for a data file of Eleventy: of a folder, such as `blog/blog.json`, or of a page, such as `blog/a.11tydata.js`. */
export function isDataFile(path: string): boolean {
  const [, folder = "", name, suffix, extension] = dataFile.exec(path) ?? [];
  return suffix !== undefined || (extension === "json" && name === segmentsOf(folder).at(-1));
}

/** The data files of an Eleventy site, whose values are about the pages of their folders. */
export class DirectoryData {
  readonly notes: SiteNote[] = [];
  /** Values by the path of a folder, or of a page without its extension. */
  readonly #values = new Map<string, Data>();

  constructor(files: readonly { path: string; text: string }[]) {
    for (const { path, text } of files) {
      const [, folder = "", name = "", , extension] = dataFile.exec(path) ?? [];
      const isOfFolder = name === segmentsOf(folder).at(-1);
      const key = isOfFolder || folder === "" ? folder : `${folder}/${name}`;
      const values = extension === "json" ? this.#json(path, text) : this.#literals(path, text);
      this.#values.set(key, { ...this.#values.get(key), ...values });
    }
  }

  /** Returns the values for a page. The nearest folder takes precedence. */
  valuesFor(path: string): Data {
    const parts = segmentsOf(path.replace(/\.[^./]*$/, ""));
    const keys = ["", ...parts.map((_part, index) => parts.slice(0, index + 1).join("/"))];
    return Object.assign({}, ...keys.map((key) => this.#values.get(key))) as Data;
  }

  #json(path: string, text: string): Data {
    try {
      return readData(text, "json");
    } catch (error) {
      if (!(error instanceof FrontMatterError)) throw error;
      this.#note(path, `the data file cannot be read, so its values are not used: ${error.reason}`);
      return {};
    }
  }

  #literals(path: string, text: string): Data {
    const main = scriptLiterals(text).filter(({ name }) => name === "");
    const computed = main.flatMap((object) => [...object.computed]);
    if (/\beleventyComputed\b/.test(text)) computed.push("eleventyComputed");
    const names = [...new Set(computed)].slice(0, mostNames);
    if (names.length > 0)
      this.#note(path, `the data file computes values, which are not used: ${names.join(", ")}`);
    return Object.fromEntries(main.flatMap(({ values }) => [...values]));
  }

  #note(path: string, text: string): void {
    this.notes.push({ category: "site-configuration", text, path });
  }
}

const mostNames = 10;
