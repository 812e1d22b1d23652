import { ImportError } from "../import_error.ts";
import type { ImportSource } from "../import_item.ts";

/** A record of a table in a JSON file. */
export interface JsonRecord {
  table: string;
  value: Record<string, unknown>;
  line: number;
  column: number;
  /** The limit that the record exceeds, as the end of a sentence. Its value is then empty. */
  tooLarge?: string;
}

/** Maximum length of a record in characters, and maximum number of its values. A larger record would hold the event loop. */
const maxRecordLength = 16_000_000;
const maxRecordValues = 20_000;

/** Maximum nesting outside of records. */
const maxDepth = 100;

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
  #record: { parts: string[]; length: number; values: number; line: number; column: number } | undefined;
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
        if (character === "{" || character === "[" || character === ",") this.#addValue();
        if (character === "{" || character === "[") this.#depth++;
        else if ((character === "}" || character === "]") && --this.#depth === 0) {
          this.#addPart(chunk.slice(start, index + 1));
          this.#endRecord();
        }
      } else if (character === "{" && this.#isTable()) {
        this.#depth = 1;
        this.#record = { parts: [], length: 0, values: 0, line: this.#line, column: this.#column };
        start = index;
      } else this.#structure(character);
    }
    if (this.#depth > 0) this.#addPart(chunk.slice(start));
  }

  #addPart(part: string): void {
    if (this.#record === undefined) return;
    this.#record.length += part.length;
    if (tooLarge(this.#record) !== undefined) this.#record.parts = [];
    else this.#record.parts.push(part);
  }

  #addValue(): void {
    if (this.#record !== undefined) this.#record.values++;
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
      if (this.#open.length >= maxDepth) throw this.#error(`it is nested more than ${maxDepth} levels deep`);
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
    const record = this.#record;
    if (record === undefined) return;
    const { parts, line, column } = record;
    this.#record = undefined;
    const table = this.#open.at(-1)?.name ?? "";
    const limit = tooLarge(record);
    if (limit !== undefined) {
      this.found.push({ table, value: {}, line, column, tooLarge: limit });
      return;
    }
    try {
      const value = JSON.parse(parts.join("")) as Record<string, unknown>;
      this.found.push({ table, value, line, column });
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

function tooLarge({ length, values }: { length: number; values: number }): string | undefined {
  if (length > maxRecordLength) return `is longer than ${maxRecordLength.toLocaleString("en")} characters`;
  if (values > maxRecordValues) return `has more than ${maxRecordValues.toLocaleString("en")} values`;
  return undefined;
}
