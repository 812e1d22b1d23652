/** A construct of the source that the HTML does not show as the source's site did. */
export interface MarkdownNote {
  /** `shortcode`, `template-tag`, `mdx-component`, `mdx-expression`, `footnote`, `table-of-contents`, `nesting` or `restricted-part`. */
  category: string;
  /** A sentence without its first capital, such as `the shortcode "gallery" was removed`. */
  text: string;
  /** Number of occurrences. */
  count: number;
  /** True if content was lost. */
  isLoss: boolean;
}

/** Category of the notes about parts that are left out, because not everybody may read them. */
export const restrictedPart = "restricted-part";

/** Maximum number of different notes of a text, and maximum length of a name in them. */
const mostNotes = 50;
const longestName = 60;

/** Counts the notes of a text by category and text. */
export class MarkdownNotes {
  readonly #notes = new Map<string, MarkdownNote>();

  /** Counts a note. If there are too many different ones, counts it with the others of its category. */
  add(category: string, text: string, isLoss: boolean): void {
    const known = this.#notes.get(`${category} ${text}`);
    if (known !== undefined) {
      known.count++;
      known.isLoss ||= isLoss;
    } else if (this.#notes.size < mostNotes) {
      this.#notes.set(`${category} ${text}`, { category, text, count: 1, isLoss });
    } else this.#addOther(category, isLoss);
  }

  /** Counts a part that is left out, because not everybody may read it. */
  addRestricted(kind: "component" | "shortcode" | "tag", name: string): void {
    this.add(restrictedPart, `the ${kind} ${quoteName(name)} with content for some readers`, true);
  }

  /** Returns the notes in the order of their first occurrence. */
  list(): MarkdownNote[] {
    return [...this.#notes.values()];
  }

  #addOther(category: string, isLoss: boolean): void {
    const key = `${category} of other names`;
    const known = this.#notes.get(key) ?? {
      category,
      text: `more of "${category}" was found`,
      count: 0,
      isLoss,
    };
    known.count++;
    known.isLoss ||= isLoss;
    this.#notes.set(key, known);
  }
}

/** Quotes a name for a note. */
export function quoteName(name: string): string {
  return `"${name.length > longestName ? `${name.slice(0, longestName)}...` : name}"`;
}
