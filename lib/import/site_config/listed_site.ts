import { segmentsOf } from "./config_values.ts";
import type { ListPages } from "./list_pages.ts";
import type { GeneratorName } from "./generators.ts";
import type { Data, Site, SitePage } from "./site.ts";

/** A site without a configuration that is read, such as one of Zola. Its list pages are known. */
export class ListedSite implements Site {
  readonly generator: GeneratorName | undefined = undefined;
  readonly basePath: string = "";
  readonly defaultLanguage: string | undefined = undefined;
  readonly contentFolders: readonly string[] = ["content", ""];
  readonly #lists: ListPages;
  readonly #folder: string;

  /** @param folder path of the imported folder from the root of the site, or an empty text */
  constructor(lists: ListPages, folder: string) {
    this.#lists = lists;
    this.#folder = folder;
  }

  isExcluded(_path: string): boolean {
    return false;
  }

  restrictionOf(_path: string): string | undefined {
    return undefined;
  }

  withDefaults(path: string, data: Data): Data {
    const parts = segmentsOf(`${this.#folder}/${path}`);
    const below = parts.slice(parts.indexOf("content") + 1).join("/");
    const logicalPath = `/${below.replace(/\.[^./]*$/, "")}`;
    return this.#lists.withInherited({ path: parts.join("/"), logicalPath }, data);
  }

  languageOf(): undefined {
    return undefined;
  }

  addressOf(_page: SitePage): string | undefined {
    return undefined;
  }
}
