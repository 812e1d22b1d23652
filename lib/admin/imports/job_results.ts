import {
  countItems,
  formatPlace,
  type ImportItem,
  type ImportReport,
  noCounts,
  type Place,
} from "../../import/mod.ts";
import type { ImportJob, ImportRemark } from "./import_job.ts";

/** Bounds the stored record of an import of any size. */
const mostPosts = 10;
const mostRemarks = 100;
const longestText = 300;

/** Collects the results of an import for its record. */
export class JobResults {
  readonly #counts = noCounts();
  readonly #posts: { slug: string; title: string }[] = [];
  readonly #leftOut: ImportRemark[] = [];
  readonly #remarks: ImportRemark[] = [];
  readonly #titles = new Map<string, string>();
  #remarkCount = 0;
  #paid = 0;

  /** Notes an item before it is imported, for its title. */
  expect(item: ImportItem): void {
    if (item.kind !== "post") return;
    if (item.input.isAccessibleForFree === false) this.#paid++;
    if (this.#posts.length < mostPosts) this.#titles.set(placeText(item.place), item.input.name);
  }

  /** Adds the result of an item. */
  add(report: ImportReport): void {
    countItems(report, this.#counts);
    const { outcome, place } = report;
    switch (outcome) {
      case "created":
      case "updated":
        this.#addPost(report.slug, place);
        return;
      case "unchanged":
      case "kept":
        this.#titles.delete(placeText(place));
        return;
      case "skipped":
        this.#titles.delete(placeText(place));
        addTo(this.#leftOut, place, report.reason);
        return;
      case "note":
        this.#remark(place, report.text);
        return;
      case "warning":
        this.#remark(place, report.message);
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

  #addPost(slug: string, place: Place): void {
    const at = placeText(place);
    const title = this.#titles.get(at) ?? slug;
    this.#titles.delete(at);
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
