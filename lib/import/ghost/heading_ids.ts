/** Creates the ids of a post's headings, to which links in Ghost posts refer. */
export class HeadingIds {
  readonly #counts = new Map<string, number>();

  /** Returns the id of a heading's text, or undefined if the text has no usable characters. */
  next(text: string): string | undefined {
    const id = text
      .trim()
      .toLowerCase()
      .replace(/[[\]!"#$%&'()*+,./:;<=>?@\\^_{|}~]/g, "")
      .replace(/\s+/g, "-")
      .replace(/^-|-{2,}|-$/g, "");
    if (id === "") return undefined;
    const count = this.#counts.get(id) ?? 0;
    this.#counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  }
}
