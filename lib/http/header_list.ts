/**
 * The headers of one response as they are sent: a name, its value, the next name. To copy such a list and to write over a value costs a
 * server less than to copy an object, and Node sends it as it is.
 */
export class HeaderList {
  /** Names, in lower case and each at most once, and after each its value. */
  readonly lines: string[];

  private constructor(lines: string[]) {
    this.lines = lines;
  }

  static of(headers: Readonly<Record<string, string>>): HeaderList {
    const lines: string[] = [];
    for (const name of Object.keys(headers)) lines.push(name, headers[name] ?? "");
    return new HeaderList(lines);
  }

  copy(): HeaderList {
    return new HeaderList(this.lines.slice());
  }

  get(name: string): string | undefined {
    const index = this.#indexOf(name);
    return index === -1 ? undefined : this.lines[index + 1];
  }

  /** Writes over the value of a header, or adds one. */
  set(name: string, value: string): void {
    const index = this.#indexOf(name);
    if (index === -1) this.lines.push(name, value);
    else this.lines[index + 1] = value;
  }

  delete(name: string): void {
    const index = this.#indexOf(name);
    if (index !== -1) this.lines.splice(index, 2);
  }

  toRecord(): Record<string, string> {
    const { lines } = this;
    const record: Record<string, string> = {};
    for (let index = 0; index < lines.length; index += 2) record[lines[index] ?? ""] = lines[index + 1] ?? "";
    return record;
  }

  #indexOf(name: string): number {
    const { lines } = this;
    for (let index = 0; index < lines.length; index += 2) if (lines[index] === name) return index;
    return -1;
  }
}
