/**
 * The headers of one response as a flat list: a name, its value, the next name. A list is cheaper to copy and change than an object, and Node
 * sends it without conversion.
 */
export class HeaderList {
  /** Unique names in lower case, each followed by its value. */
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

  /** Sets the value of a header. It adds the header if it is missing. */
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
