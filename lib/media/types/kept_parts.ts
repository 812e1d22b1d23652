import type { SourceFile } from "./source_file.ts";

/** The parts of a file that are kept, in their order. */
export class KeptParts {
  readonly #bytes: Uint8Array;
  readonly #parts: Uint8Array[] = [];
  /** The range that was kept last. It grows while adjacent parts are kept. */
  #start = 0;
  #end = 0;

  constructor(file: SourceFile) {
    this.#bytes = file.bytes;
  }

  keep(start: number, end: number): void {
    if (start !== this.#end) {
      this.#flush();
      this.#start = start;
    }
    this.#end = end;
  }

  /** Adds bytes that are not in the file. */
  add(bytes: Uint8Array): void {
    this.#flush();
    this.#start = this.#end;
    this.#parts.push(bytes);
  }

  join(): Uint8Array<ArrayBuffer> {
    this.#flush();
    this.#start = this.#end;
    const joined = new Uint8Array(this.#parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of this.#parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined;
  }

  #flush(): void {
    if (this.#end > this.#start) this.#parts.push(this.#bytes.subarray(this.#start, this.#end));
  }
}
