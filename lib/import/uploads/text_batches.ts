import type { ImportItem } from "../import_item.ts";
import { type PostFiles, readPostFiles, readPostFilesInSteps } from "../files/read_post_files.ts";
import { skippedFile } from "../files/skipped_file.ts";
import { readText, type TextFile, toPostFile } from "./read_text.ts";
import type { ZipSite } from "./read_zip_site.ts";
import type { Reading } from "./reading.ts";
import { type ReadingBudget, stepsPerStop } from "./reading_budget.ts";

/** Maximum number of texts that are read together, and their length in characters. */
const mostTexts = 100;
const mostCharacters = 65_536;
/** Maximum length of a text that is read with others, in characters. */
const longestText = 16_384;

/** Steps to read a character where no deadline ends the reading. */
const stepsPerCharacter = 20;

/** Reads the texts of an upload in batches, each in the host's worker. */
export class TextBatches {
  readonly #reading: Reading;
  readonly #site: ZipSite;
  readonly #budget: ReadingBudget;
  #batch: TextFile[] = [];
  #characters = 0;

  constructor(reading: Reading, site: ZipSite, budget: ReadingBudget) {
    this.#reading = reading;
    this.#site = site;
    this.#budget = budget;
  }

  /** Adds a text. Yields items when a batch is complete, in the order of the texts. */
  async *add(file: TextFile): AsyncGenerator<ImportItem> {
    // A file may need the whole configuration of the site.
    await this.#budget.spend(this.#site.length);
    if (!this.#reading.textWork.hasWorker) await this.#budget.spend(file.text.length * stepsPerCharacter);
    if (file.text.length > longestText) {
      yield* this.end();
      yield* await readText(file, this.#reading, this.#site.siteFiles);
      return;
    }
    this.#batch.push(file);
    this.#characters += file.text.length;
    if (this.#batch.length >= mostTexts || this.#characters >= mostCharacters) yield* this.end();
  }

  /** Yields the items of the last batch. */
  async *end(): AsyncGenerator<ImportItem> {
    const files = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (files.length === 0) return;
    try {
      yield* await this.#read(files);
    } catch {
      // One of the texts ended the work on all.
      await this.#budget.spend(stepsPerStop);
      for (const file of files) yield* await this.#readAlone(file);
    }
  }

  async #readAlone(file: TextFile): Promise<ImportItem[]> {
    try {
      return await this.#read([file]);
    } catch (error) {
      await this.#budget.spend(stepsPerStop);
      return [skippedFile(error, { file: file.path })];
    }
  }

  async #read(files: readonly TextFile[]): Promise<ImportItem[]> {
    const { siteFiles } = this.#site;
    const all = files.map((file) => toPostFile(file, this.#reading));
    const input: PostFiles = { files: all, ...(siteFiles && { siteFiles }) };
    const length = files.reduce((sum, { text }) => sum + text.length, files.length);
    return this.#reading.textWork.run({
      name: "readPostFiles",
      input,
      length,
      inline: () => readPostFiles(input),
      steps: () => readPostFilesInSteps(input),
    });
  }
}
