import { InvalidInputError } from "../../base/errors.ts";
import { validate } from "../../base/input/validate.ts";
import { ExportDigest } from "./export_digest.ts";
import { TransferError } from "./transfer_error.ts";
import { type TransferRecord, transferVersion } from "./transfer_record.ts";
import { transferRecord } from "./transfer_schema.ts";

/** Maximum lengths in UTF-16 code units. The header is short, so other files are detected early. */
const longestHeader = 10_000;
const longestLine = 64 * 1024 * 1024;

/**
 * Parses the NDJSON of an export, in parts of any length. Each line is a record. Verifies the checksum of the last line, if any.
 *
 * @throws {TransferError} with the line and the reason, if a line is not a record, or the checksum differs
 */
export async function* parseRecords(parts: AsyncIterable<string>): AsyncGenerator<TransferRecord> {
  const digest = new ExportDigest();
  let line = 0;
  for await (const text of splitLines(parts)) {
    const record = parseLine(text, ++line);
    if (record.type !== "end") digest.add(text);
    else if (record.sha256 !== undefined && record.sha256 !== digest.end()) {
      throw new TransferError(
        "the lines before it were changed, or some are missing: their checksum differs",
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
    throw new TransferError(`it is not valid JSON: ${(cause as Error).message}`, { line, cause });
  }
  if (line === 1) checkFormat(value);
  try {
    return validate(transferRecord, value, "");
  } catch (cause) {
    if (!(cause instanceof InvalidInputError)) throw cause;
    throw new TransferError(cause.message.replace(/^: /, ""), { line, cause });
  }
}

/** Checks format and version before the schema, because the header of a later version may have other fields. */
function checkFormat(value: unknown): void {
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== "postern-export") throw noHeader();
  if (typeof version !== "number" || version <= transferVersion) return;
  const known = `this version of Postern reads up to version ${transferVersion}`;
  throw new TransferError(`the export has version ${version}, but ${known}`, { line: 1 });
}

function noHeader(cause?: unknown): TransferError {
  return new TransferError("it is not the first line of an export of Postern", { line: 1, cause });
}
