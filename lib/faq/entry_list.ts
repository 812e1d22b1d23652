import type { FaqEntry } from "./faq_entry.ts";

/** The pairs found so far, by rule 4: both sides non-empty, and of equal questions the first. */
export class EntryList {
  readonly entries: FaqEntry[] = [];
  readonly #maxEntries: number;
  readonly #seen = new Set<string>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** Whether no further entry is wanted. */
  get isFull(): boolean {
    return this.entries.length >= this.#maxEntries;
  }

  /** Adds a pair unless it is not valid, or known. */
  add(question: string, answer: string): void {
    if (question === "" || answer === "" || this.isFull) return;
    const key = (question.includes("\n") ? question.replaceAll("\n", " ") : question).toLowerCase();
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.entries.push({ question, answer });
  }
}
