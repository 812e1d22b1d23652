import { formatPlace, type ImportItem, type ImportReport, type Place } from "../../import/mod.ts";
import type { ImportCounts, ImportJob, ImportRemark } from "./import_job.ts";

/** Bounds the stored record of an import of any size. */
const mostPosts = 10;
const mostRemarks = 100;
const longestText = 300;

/** Subjects of the messages of warnings. */
const words: Readonly<Record<string, string>> = { "/inLanguage": "The language", "/name": "The title" };

/** Counts the results of an import. */
export class ImportTally {
  readonly #counts: ImportCounts = { created: 0, updated: 0, unchanged: 0, kept: 0, skipped: 0 };
  readonly #posts: { slug: string; title: string }[] = [];
  readonly #leftOut: ImportRemark[] = [];
  readonly #remarks: ImportRemark[] = [];
  #remarkCount = 0;
  #paid = 0;

  /** Notes an item before it is imported. */
  expect(item: ImportItem): void {
    if (item.kind === "post" && item.input.isAccessibleForFree === false) this.#paid++;
  }

  /** Counts the result of an item. */
  add(report: ImportReport): void {
    const { outcome, place } = report;
    switch (outcome) {
      case "created":
      case "updated":
        this.#addPost(report);
        this.#counts[outcome]++;
        return;
      case "unchanged":
      case "kept":
        this.#counts[outcome]++;
        return;
      case "skipped":
        this.#counts.skipped += report.count ?? 1;
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
  get results(): Pick<ImportJob, "counts" | "paid" | "posts" | "leftOut" | "remarks" | "remarkCount"> {
    const [counts, posts, leftOut, remarks] = [this.#counts, this.#posts, this.#leftOut, this.#remarks];
    return {
      counts: { ...counts },
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
