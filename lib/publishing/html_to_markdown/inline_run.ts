import { writeTarget } from "./addresses.ts";

/** Markup around inline content. */
export interface Mark {
  name: string;
  /** Start and end of the markup in Markdown. The first pair that the parser reads at its place is written. */
  pairs: readonly (readonly [start: string, end: string])[];
  /** The address of a link. */
  href?: string;
}

/** A part of inline content. */
export type Inline =
  | { type: "text"; text: string }
  | { type: "break" }
  | { type: "open" | "close"; mark: Mark }
  | { type: "code"; code: string }
  /** Markdown that does not depend on its place, such as an image. */
  | { type: "atom"; text: string };

/** Maximum number of nested marks. Deeper ones are left out. */
const mostMarks = 20;

/** An address that a parser shows unchanged between `<` and `>`. */
const plainAddress = /^https?:\/\/(?!xn--)[a-z\d.-]+(?::\d+)?(?:\/[\w.~/?#=+,@!$();:-]*)?$/;

export function linkMark(href: string, title: string | undefined): Mark {
  const target = writeTarget(href, title);
  const mark: Mark = { name: "a", pairs: [["[", `]${target}`]] };
  return title === undefined && plainAddress.test(href) ? { ...mark, href } : mark;
}

/**
 * Collects the inline content of a block. Joins white space, moves it out of marks, and leaves out marks without content
 * and line breaks at the ends. Marks stay open in the next block, as in HTML.
 */
export class InlineRun {
  #parts: Inline[] = [];
  readonly #marks: Mark[] = [];
  /** Number of the innermost marks that are not written yet, because they have no content so far. */
  #waiting = 0;
  #hasSpace = false;
  #breaks = 0;

  /** True if the run has no content. */
  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** True inside a mark with this name. */
  isIn(name: string): boolean {
    return this.#marks.some((mark) => mark.name === name);
  }

  text(data: string): void {
    for (const word of data.split(/([\t\n\f\r ]+)/)) {
      if (word === "") continue;
      if (/^[\t\n\f\r ]/.test(word)) this.#hasSpace = true;
      else this.#add({ type: "text", text: word });
    }
  }

  add(part: Exclude<Inline, { type: "break" | "open" | "close" }>): void {
    this.#add(part);
  }

  lineBreak(): void {
    this.#breaks++;
    this.#hasSpace = false;
  }

  /** Opens a copy of a mark. Returns false if the content must not or need not have it. */
  open(mark: Mark): boolean {
    if (this.#marks.length >= mostMarks || this.isIn(mark.name)) return false;
    this.#marks.push({ ...mark });
    this.#waiting++;
    return true;
  }

  /** Closes the innermost mark. */
  close(): void {
    const mark = this.#marks.pop();
    if (this.#waiting > 0) this.#waiting--;
    else if (mark !== undefined) this.#parts.push({ type: "close", mark });
  }

  /** Returns the content and starts the next block. */
  take(): Inline[] {
    const open = this.#marks.slice(0, this.#marks.length - this.#waiting);
    for (const mark of open.toReversed()) this.#parts.push({ type: "close", mark });
    const parts = withAutolinks(this.#parts);
    this.#parts = [];
    this.#waiting = this.#marks.length;
    this.#hasSpace = false;
    this.#breaks = 0;
    return parts;
  }

  #add(part: Inline): void {
    if (this.#parts.length > 0) {
      for (; this.#breaks > 0; this.#breaks--) this.#parts.push({ type: "break" });
      if (this.#hasSpace && this.#parts.at(-1)?.type !== "break") this.#push({ type: "text", text: " " });
    }
    this.#breaks = 0;
    this.#hasSpace = false;
    for (; this.#waiting > 0; this.#waiting--) {
      const mark = this.#marks.at(-this.#waiting);
      if (mark !== undefined) this.#parts.push({ type: "open", mark });
    }
    this.#push(part);
  }

  #push(part: Inline): void {
    const last = this.#parts.at(-1);
    if (part.type === "text" && last?.type === "text") last.text += part.text;
    else this.#parts.push(part);
  }
}

/** Writes links whose text is their address as `<https://a.example>`. */
function withAutolinks(parts: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  for (const part of parts) {
    const [open, text] = result.slice(-2);
    const isAutolink =
      part.type === "close" &&
      part.mark.href !== undefined &&
      open?.type === "open" &&
      open.mark === part.mark &&
      text?.type === "text" &&
      text.text === part.mark.href;
    if (isAutolink) result.splice(-2, 2, { type: "atom", text: `<${text.text}>` });
    else result.push(part);
  }
  return result;
}
