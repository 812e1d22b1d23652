import { comparedText } from "../base/text/format_characters.ts";
import type { FaqEntry } from "./faq_entry.ts";
import type { Settings } from "./options/settings.ts";

/** The pairs found so far. By rule 4, both sides are non-empty, and only the first of equal questions is kept. */
export class EntryList {
  readonly entries: FaqEntry[] = [];
  readonly #maxEntries: number;
  readonly #isSkipped: Settings["isSkipped"];
  readonly #seen = new Set<string>();

  constructor({ maxEntries, isSkipped }: Pick<Settings, "maxEntries" | "isSkipped">) {
    this.#maxEntries = maxEntries;
    this.#isSkipped = isSkipped;
  }

  /** True if the list has reached the maximum number of entries. */
  get isFull(): boolean {
    return this.entries.length >= this.#maxEntries;
  }

  /** Adds a pair. Ignores invalid pairs, known questions and pairs beyond the maximum. */
  add(question: string, answer: string): void {
    if (question === "" || answer === "" || this.isFull) return;
    const key = questionKey(question);
    if (this.#seen.has(key) || this.#isSkipped?.(question) === true) return;
    this.#seen.add(key);
    this.entries.push({ question, answer });
  }
}

/** Returns the form of a question in which rule 4 compares it. */
export function questionKey(question: string): string {
  const line = question.includes("\n") ? question.replaceAll("\n", " ") : question;
  return comparedText(line).toLowerCase();
}
