import { InvalidInputError } from "../errors.ts";
import { validate } from "../validate.ts";
import { ExportDigest } from "./export_digest.ts";
import { TransferError } from "./transfer_error.ts";
import { type TransferRecord, transferVersion } from "./transfer_record.ts";
import { transferRecord } from "./transfer_schema.ts";

/** In UTF-16 code units. The first line is short: by it, a file of something else is told before much of it is read. */
const longestHeader = 10_000;
const longestLine = 64 * 1024 * 1024;

/**
 * Reads the NDJSON of an export, in parts of any length: a record a line. Where the last line has a checksum, it is compared.
 *
 * @throws {TransferError} that names the line that is no record, and why; or the last line, where the checksum is another
 *
 * @example
 * ```ts
 * import { createReadStream } from "node:fs";
 * import { checkRecords, parseRecords } from "postern/transfer";
 *
 * async function check(file: string): Promise<number> {
 *   return checkRecords(parseRecords(createReadStream(file, "utf8")));
 * }
 * ```
 */
export async function* parseRecords(parts: AsyncIterable<string>): AsyncGenerator<TransferRecord> {
  const digest = new ExportDigest();
  let line = 0;
  for await (const text of splitLines(parts)) {
    const record = parseLine(text, ++line);
    if (record.type !== "end") digest.add(text);
    else if (record.sha256 !== undefined && record.sha256 !== digest.end()) {
      throw new TransferError(
        "the lines before it were changed, or some are missing: their checksum is another",
        { line },
      );
    }
    yield record;
  }
}

async function* splitLines(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let line = 0;
  let held: string[] = [];
  let length = 0;
  for await (const part of parts) {
    let start = 0;
    for (let end = part.indexOf("\n"); end >= 0; end = part.indexOf("\n", start)) {
      held.push(part.slice(start, end));
      line++;
      yield held.join("");
      held = [];
      length = 0;
      start = end + 1;
    }
    held.push(part.slice(start));
    length += part.length - start;
    refuseTooLong(length, line + 1);
  }
  const rest = held.join("");
  if (rest !== "") yield rest;
}

function refuseTooLong(length: number, line: number): void {
  if (line === 1 && length > longestHeader) throw noHeader();
  if (length <= longestLine) return;
  throw new TransferError(`it must be at most ${longestLine} characters long`, { line });
}

function parseLine(text: string, line: number): TransferRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    if (line === 1) throw noHeader(cause);
    throw new TransferError(`it is no JSON: ${(cause as Error).message}`, { line, cause });
  }
  if (line === 1) refuseOther(value);
  try {
    return validate(transferRecord, value, "");
  } catch (cause) {
    if (!(cause instanceof InvalidInputError)) throw cause;
    throw new TransferError(cause.message.replace(/^: /, ""), { line, cause });
  }
}

/** Of a later version nothing is known, not even its header's other fields. */
function refuseOther(value: unknown): void {
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== "postern-export") throw noHeader();
  if (typeof version !== "number" || version <= transferVersion) return;
  const known = `this version of Postern knows up to version ${transferVersion}`;
  throw new TransferError(`the export is of version ${version}, and ${known}`, { line: 1 });
}

function noHeader(cause?: unknown): TransferError {
  return new TransferError("it is not the first line of an export of Postern", { line: 1, cause });
}
