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
  /** Line of the first occurrence, starting at 1. Default: unknown. */
  line?: number;
}

/** Category of the notes about parts that are left out, because not everybody may read them. */
export const restrictedPart = "restricted-part";

/** Maximum number of different notes of a text, and maximum length of a name in them. */
const mostNotes = 50;
const longestName = 60;

/** Counts the notes of a text by category and text. */
export class MarkdownNotes {
  readonly #notes = new Map<string, MarkdownNote>();
  /** The text in which the noted constructs are, and their place. Undefined if it is unknown. */
  #place: { text: string; at: number; line: number; nextBreak: number } | undefined;

  /** Sets the place of the next notes. Places of a text are set in ascending order. */
  moveTo(text: string, at: number): void {
    if (this.#place?.text !== text) this.#place = { text, at: 0, line: 1, nextBreak: text.indexOf("\n") };
    const place = this.#place;
    place.at = at;
    for (
      ;
      place.nextBreak >= 0 && place.nextBreak < at;
      place.nextBreak = text.indexOf("\n", place.nextBreak + 1)
    )
      place.line++;
  }

  /** Sets the place of the next notes to the next occurrence of a part of a text. Without one, it stays. */
  moveToNext(text: string, part: string): void {
    const isSame = this.#place?.text === text;
    // A text that lacked a part is not searched again.
    if (isSame && this.#place?.at === text.length) return;
    const at = text.indexOf(part, isSame ? this.#place?.at : 0);
    this.moveTo(text, at < 0 ? (this.#place?.at ?? 0) : at);
    if (at < 0 && this.#place !== undefined) this.#place.at = text.length;
  }

  /** The place of the next notes is unknown. */
  leaveText(): void {
    this.#place = undefined;
  }

  /** Counts a note. If there are too many different ones, counts it with the others of its category. */
  add(category: string, text: string, isLoss: boolean): void {
    const known = this.#notes.get(`${category} ${text}`);
    if (known !== undefined) {
      known.count++;
      known.isLoss ||= isLoss;
    } else if (this.#notes.size < mostNotes) {
      const place = this.#place === undefined ? {} : { line: this.#place.line };
      this.#notes.set(`${category} ${text}`, { category, text, count: 1, isLoss, ...place });
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
