import { ImportError } from "../import_error.ts";
import type { ImportSource } from "../import_item.ts";

/** A record of a table in a JSON file. */
export interface JsonRecord {
  table: string;
  value: Record<string, unknown>;
  line: number;
  column: number;
  /** True if the record is longer than {@link maxRecordLength}. Its value is empty. */
  isTooLong: boolean;
}

/** Maximum length of a record in characters. A longer record would hold the event loop. */
export const maxRecordLength = 16_000_000;

/** Maximum length of a property name outside of records. The rest of a longer text is ignored. */
const maxNameLength = 200;

/** An open array or object. */
interface Container {
  isArray: boolean;
  /** Its property name in the enclosing object. */
  name: string | undefined;
}

/**
 * Reads a JSON file of any length and yields the objects in the arrays of an object `data`:
 * `{"db":[{"data":{"posts":[…],"tags":[…]}}]}`. Only one object is in memory at a time.
 *
 * @throws {ImportError} if the file is not JSON
 */
export async function* jsonRecords(source: ImportSource): AsyncGenerator<JsonRecord> {
  const scanner = new Scanner(source.file);
  for await (const chunk of source.read()) {
    scanner.scan(chunk);
    yield* scanner.found.splice(0);
  }
  scanner.end();
}

class Scanner {
  readonly found: JsonRecord[] = [];
  readonly #file: string;
  readonly #open: Container[] = [];
  #name: string | undefined;
  #isInString = false;
  #isEscaped = false;
  /** The text of the last string outside of records, which can be a property name. */
  #string = "";
  /** The depth within a record; 0 outside. */
  #depth = 0;
  #record: { parts: string[]; length: number; line: number; column: number } | undefined;
  #line = 1;
  #column = 0;
  #hasStarted = false;

  constructor(file: string) {
    this.#file = file;
  }

  scan(chunk: string): void {
    let start = 0;
    for (let index = 0; index < chunk.length; index++) {
      const character = chunk[index] ?? "";
      this.#advance(character);
      if (this.#isInString) this.#continueString(character);
      else if (character === '"') this.#beginString();
      else if (this.#depth > 0) {
        if (character === "{" || character === "[") this.#depth++;
        else if ((character === "}" || character === "]") && --this.#depth === 0) {
          this.#addPart(chunk.slice(start, index + 1));
          this.#endRecord();
        }
      } else if (character === "{" && this.#isTable()) {
        this.#depth = 1;
        this.#record = { parts: [], length: 0, line: this.#line, column: this.#column };
        start = index;
      } else this.#structure(character);
    }
    if (this.#depth > 0) this.#addPart(chunk.slice(start));
  }

  #addPart(part: string): void {
    if (this.#record === undefined) return;
    this.#record.length += part.length;
    if (this.#record.length > maxRecordLength) this.#record.parts = [];
    else this.#record.parts.push(part);
  }

  end(): void {
    const isWhole = this.#hasStarted && this.#open.length === 0 && this.#depth === 0 && !this.#isInString;
    if (!isWhole) throw this.#error("the JSON ends before it is complete");
  }

  #advance(character: string): void {
    if (character === "\n") {
      this.#line++;
      this.#column = 0;
    } else this.#column++;
  }

  #beginString(): void {
    this.#isInString = true;
    this.#string = "";
  }

  #continueString(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === "\\") this.#isEscaped = true;
    else if (character === '"') this.#isInString = false;
    else if (this.#depth === 0 && this.#string.length < maxNameLength) this.#string += character;
  }

  /** Handles a character between strings, outside of records. */
  #structure(character: string): void {
    if (character === "{" || character === "[") {
      this.#open.push({ isArray: character === "[", name: this.#name });
      this.#name = undefined;
      this.#hasStarted = true;
    } else if (character === "}" || character === "]") {
      if (this.#open.pop()?.isArray !== (character === "]")) throw this.#error(`unexpected ${character}`);
    } else if (character === ":") this.#name = this.#string;
    else if (!/[\s,\w.+-]/.test(character) && character !== "\ufeff") {
      throw this.#error(`unexpected ${JSON.stringify(character)}`);
    }
  }

  #isTable(): boolean {
    return this.#open.at(-1)?.isArray === true && this.#open.at(-2)?.name === "data";
  }

  #endRecord(): void {
    const { parts, length, line, column } = this.#record ?? { parts: [], length: 0, line: 0, column: 0 };
    this.#record = undefined;
    const table = this.#open.at(-1)?.name ?? "";
    if (length > maxRecordLength) {
      this.found.push({ table, value: {}, line, column, isTooLong: true });
      return;
    }
    try {
      const value = JSON.parse(parts.join("")) as Record<string, unknown>;
      this.found.push({ table, value, line, column, isTooLong: false });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ImportError(
        { file: this.#file, line, column },
        `a record of ${table} is not valid JSON: ${reason}`,
        cause,
      );
    }
  }

  #error(reason: string): ImportError {
    return new ImportError({ file: this.#file, line: this.#line, column: this.#column }, reason);
  }
}
