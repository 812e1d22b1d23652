import { BoundedMap } from "../../../../lib/base/bounded_map.ts";
import { copyFile, type CopyFileOptions } from "./copy_file.ts";
import type { MediaTarget, PutMedia } from "./media_target.ts";

const mostKnownCopies = 10_000;

/** A folder that receives copies of the files. */
export class CopiedFiles implements MediaTarget {
  readonly prefersOriginals = false;
  readonly #options: CopyFileOptions;
  readonly #url: string;
  /** Names of copies by file. */
  readonly #copies = new BoundedMap<string>(mostKnownCopies);

  /** @param url the URL at which the folder is served, ending with a slash */
  constructor(options: CopyFileOptions, url: string) {
    this.#options = options;
    this.#url = url;
  }

  async put(file: string): Promise<PutMedia> {
    const name = this.#copies.get(file) ?? (await copyFile(file, this.#options));
    this.#copies.set(file, name);
    return { result: "copied", newUrl: this.#url + name };
  }
}
