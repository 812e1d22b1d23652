import { toJson } from "../../../../lib/base/text/well_formed.ts";
import { printable, printableLine } from "./printable.ts";
import { toTable } from "./table.ts";
import { terminalColumns } from "./terminal.ts";

/** A column of a list on a terminal or in a pipe. */
export interface Column<Row> {
  header: string;
  value: (row: Row) => string | number | undefined;
  /** Minimum width on a narrow terminal. Default: the column is never shortened. */
  least?: number;
}

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>;

/**
 * Writes a list as a JSON array. Without `json`, a terminal gets a table with headers that fits its width. A pipe gets one line per row,
 * with tabs between whole values, as soon as the row is read.
 */
export async function printList<Row extends object>(
  rows: Rows<Row>,
  { json }: { json: boolean },
  columns: readonly Column<Row>[],
): Promise<void> {
  if (json) return printJsonArray(rows);
  const cellsOf = (row: Row): string[] => columns.map(({ value }) => toCell(value(row)));
  if (!process.stdout.isTTY) {
    for await (const row of rows) await write(`${cellsOf(row).join("\t")}\n`);
    return;
  }
  const lines = [columns.map(({ header }) => header)];
  for await (const row of rows) lines.push(cellsOf(row));
  const least = columns.map((column) => column.least);
  for (const line of toTable(lines, least, terminalColumns())) await write(`${line}\n`);
}

/** Writes one record as JSON, or as one line per field. */
export async function printRecord(record: object, { json }: { json: boolean }): Promise<void> {
  if (json) return write(`${toJson(record, 2)}\n`);
  const fields = Object.entries(record).filter(([, value]) => value !== undefined);
  const width = Math.max(...fields.map(([name]) => name.length));
  for (const [name, value] of fields) {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    await write(`${name.padEnd(width)}  ${printableLine(text)}\n`);
  }
}

/** Writes the result of a command: the record as JSON, or one line. */
export async function printDone(line: string, record: object, { json }: { json: boolean }): Promise<void> {
  await write(json ? `${toJson(record, 2)}\n` : `${printable(line)}\n`);
}

/** Writes to the standard output, and waits for a slow reader. */
export async function write(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

async function printJsonArray<Row extends object>(rows: Rows<Row>): Promise<void> {
  let before = "[\n";
  for await (const row of rows) {
    await write(before + toJson(row));
    before = ",\n";
  }
  await write(before === "[\n" ? "[]\n" : "\n]\n");
}

/** Replaces tabs and line breaks, which separate columns and rows. */
function toCell(value: string | number | undefined): string {
  return printableLine(String(value ?? ""));
}
