import {
  countItems,
  formatPlace,
  type ImportItem,
  type ImportReport,
  noCounts,
  type Place,
} from "../../../import/mod.ts";
import type { ImportJob, ImportRemark } from "./import_job.ts";

/** Bounds the stored record of an import of any size. */
const mostPosts = 10;
const mostRemarks = 100;
const longestText = 300;

/** Subjects of the messages of warnings. */
const words: Readonly<Record<string, string>> = { "/inLanguage": "The language", "/name": "The title" };

/** Collects the results of an import for its record. */
export class JobResults {
  readonly #counts = noCounts();
  readonly #posts: { slug: string; title: string }[] = [];
  readonly #leftOut: ImportRemark[] = [];
  readonly #remarks: ImportRemark[] = [];
  #remarkCount = 0;
  #paid = 0;

  /** Notes an item before it is imported. */
  expect(item: ImportItem): void {
    if (item.kind === "post" && item.input.isAccessibleForFree === false) this.#paid++;
  }

  /** Adds the result of an item. */
  add(report: ImportReport): void {
    countItems(report, this.#counts);
    const { outcome, place } = report;
    switch (outcome) {
      case "created":
      case "updated":
        this.#addPost(report);
        return;
      case "unchanged":
      case "kept":
        return;
      case "skipped":
        addTo(this.#leftOut, place, report.reason);
        return;
      case "note":
        this.#remark(place, report.text);
        return;
      case "warning":
        this.#remark(place, `${words[report.pointer] ?? report.pointer.slice(1)} ${report.message}`);
        return;
      case "archived":
    }
  }

  /** Returns the results so far. */
  current(): Pick<ImportJob, "counts" | "paid" | "posts" | "leftOut" | "remarks" | "remarkCount"> {
    const [posts, leftOut, remarks] = [this.#posts, this.#leftOut, this.#remarks];
    const { imported: created, updated, unchanged, kept, skipped } = this.#counts;
    return {
      counts: { created, updated, unchanged, kept, skipped },
      paid: this.#paid,
      posts: [...posts],
      leftOut: [...leftOut],
      remarks: [...remarks],
      remarkCount: this.#remarkCount,
    };
  }

  #addPost({ slug, name: title = slug }: { slug: string; name?: string }): void {
    if (this.#posts.length < mostPosts) this.#posts.push({ slug, title: title.slice(0, longestText) });
  }

  #remark(place: Place, text: string): void {
    this.#remarkCount++;
    addTo(this.#remarks, place, text);
  }
}

function addTo(remarks: ImportRemark[], place: Place, text: string): void {
  if (remarks.length >= mostRemarks) return;
  remarks.push({ place: placeText(place), text: text.slice(0, longestText) });
}

function placeText(place: Place): string {
  return formatPlace(place).slice(0, longestText);
}
