import { ImportError } from "../import_error.ts";
import type { ImportSource } from "../import_item.ts";

/** A row of a CSV file. */
export interface CsvRow {
  fields: string[];
  /** Line where the row begins, starting at 1. */
  line: number;
}

/** Maximum length of a field. A longer field means that a quotation mark is missing. */
const maxFieldLength = 1_000_000;
/** Maximum number of fields in a row. */
const maxFields = 1000;
/** Maximum length of the fields of a row together. */
const maxRowLength = 4_000_000;

/**
 * Reads a CSV file (RFC 4180) of any length. Lines can end with LF or CRLF, and blank lines are ignored. Only one row is in
 * memory at a time.
 *
 * @throws {ImportError} if a field or row is too long, or the file ends within quotation marks
 */
export async function* csvRows(source: ImportSource): AsyncGenerator<CsvRow> {
  const scanner = new CsvScanner(source.file);
  for await (const chunk of source.read()) {
    for (const character of chunk) scanner.take(character);
    yield* scanner.rows.splice(0);
  }
  scanner.end();
  yield* scanner.rows.splice(0);
}

class CsvScanner {
  readonly rows: CsvRow[] = [];
  readonly #file: string;
  #fields: string[] = [];
  #field = "";
  #rowLength = 0;
  #line = 1;
  #start = 1;
  #isQuoted = false;
  /** True after a quotation mark within a quoted field: the field ends, or a second mark follows. */
  #isAfterMark = false;

  constructor(file: string) {
    this.#file = file;
  }

  take(character: string): void {
    if (character === "\n") this.#line++;
    if (this.#isQuoted && !this.#isAfterMark) {
      if (character === '"') this.#isAfterMark = true;
      else this.#add(character);
      return;
    }
    if (this.#isAfterMark && character === '"') {
      this.#add('"');
      this.#isAfterMark = false;
      return;
    }
    if (this.#isAfterMark) this.#isQuoted = this.#isAfterMark = false;
    if (character === ",") this.#endField();
    else if (character === "\n") this.#endRow();
    else if (character === '"' && this.#field === "") this.#isQuoted = true;
    else if (character !== "\r" && character !== "\ufeff") this.#add(character);
  }

  end(): void {
    if (this.#isQuoted && !this.#isAfterMark) throw this.#error("the file ends within quotation marks");
    this.#endRow();
  }

  #add(character: string): void {
    if (this.#field.length >= maxFieldLength)
      throw this.#error("a field is too long: is a quotation mark missing?");
    this.#field += character;
  }

  #endField(): void {
    if (this.#fields.length >= maxFields) throw this.#error("a row has too many fields");
    this.#rowLength += this.#field.length;
    if (this.#rowLength > maxRowLength) throw this.#error("a row is too long");
    this.#fields.push(this.#field);
    this.#field = "";
  }

  #endRow(): void {
    const isBlank = this.#fields.length === 0 && this.#field === "";
    this.#endField();
    if (!isBlank) this.rows.push({ fields: this.#fields, line: this.#start });
    this.#fields = [];
    this.#rowLength = 0;
    this.#start = this.#line;
  }

  #error(reason: string): ImportError {
    return new ImportError({ file: this.#file, line: this.#start }, reason);
  }
}
