import { onFirstUse } from "../../../base/first_use.ts";
import { type ReadingBudget, stepsPerFile } from "../reading_budget.ts";
import { DamagedFileError } from "./damaged_file_error.ts";
import type { ZipEntry } from "./read_directory.ts";

const headerSignature = 0x04_03_4b_50;
const headerLength = 30;
const isDamaged = "it is damaged or incomplete";
const stored = 0;
const deflated = 8;

/** Bytes that are inflated at a time. They inflate to at most 17 MB, because Deflate is at most 1032 times smaller. */
const step = 16_384;
/** Bytes that are read from the zip at a time. */
const portion = 16 * step;

/** Most processes import nothing. This entry of the package needs no Node modules. */
const loadInflate = onFirstUse(() => import("fflate/browser"));

/**
 * Inflates a file of a zip in small steps, with turns for other requests.
 *
 * @throws {DamagedFileError} if it is damaged or has more bytes than its directory says
 * @throws {UploadError} if it exceeds the budget
 */
export async function* inflateEntry(
  zip: Blob,
  entry: ZipEntry,
  budget: ReadingBudget,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  await budget.spend(stepsPerFile);
  for await (const piece of piecesOf(zip, entry)) {
    size += piece.length;
    await budget.spendBytes(piece.length);
    if (size > entry.size) throw new DamagedFileError(isDamaged);
    yield piece;
  }
  if (size !== entry.size) throw new DamagedFileError(isDamaged);
}

async function* piecesOf(zip: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { method } = entry;
  if (method === stored) yield* compressedPieces(zip, entry);
  else if (method === deflated) yield* inflatedPieces(zip, entry);
  else throw new DamagedFileError(`it has the compression method ${method}, which is not read`);
}

async function* inflatedPieces(zip: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { Inflate } = await loadInflate();
  const found: Uint8Array[] = [];
  const inflate = new Inflate((bytes) => found.push(bytes));
  for await (const bytes of compressedPieces(zip, entry)) {
    push(() => inflate.push(bytes));
    yield* found.splice(0);
  }
  push(() => inflate.push(new Uint8Array(0), true));
  yield* found.splice(0);
}

function push(act: () => void): void {
  try {
    act();
  } catch {
    throw new DamagedFileError(isDamaged);
  }
}

/** Returns the content of a file as a file of its own. Bytes that are not compressed are not copied. */
export async function unpackedFile(entry: ZipEntry, budget: ReadingBudget): Promise<Blob> {
  const { zip, method } = entry;
  if (method === stored) {
    const { start, end } = await placeOf(zip, entry);
    return zip.slice(start, end);
  }
  // The size that the directory states is the most that is inflated.
  if (entry.size > budget.bytesLeft) await budget.spendBytes(entry.size);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of inflateEntry(zip, entry, budget)) pieces.push(piece.slice());
  return new Blob(pieces);
}

async function* compressedPieces(zip: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const { start, end } = await placeOf(zip, entry);
  for (let at = start; at < end; at += portion) {
    const bytes = new Uint8Array(await zip.slice(at, Math.min(end, at + portion)).arrayBuffer());
    for (let from = 0; from < bytes.length; from += step) yield bytes.subarray(from, from + step);
  }
}

/** Returns the place of a file's compressed bytes. */
async function placeOf(
  zip: Blob,
  { offset, compressedSize }: ZipEntry,
): Promise<{ start: number; end: number }> {
  const header = new DataView(await zip.slice(offset, offset + headerLength).arrayBuffer());
  if (header.byteLength < headerLength || header.getUint32(0, true) !== headerSignature)
    throw new DamagedFileError(isDamaged);
  const start = offset + headerLength + header.getUint16(26, true) + header.getUint16(28, true);
  const end = start + compressedSize;
  if (end > zip.size) throw new DamagedFileError(isDamaged);
  return { start, end };
}
