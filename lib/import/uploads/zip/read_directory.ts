import { mostZipFiles } from "../upload_limits.ts";
import { UploadError } from "../upload_error.ts";

/** Signatures of the records of a zip, in little-endian order. */
const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const endLength = 22;
const entryLength = 46;
const longestComment = 65_535;

/** Values that send readers to a ZIP64 record. */
const elsewhere = 0xff_ff_ff_ff;

/** Mode bits of a symbolic link on Unix. */
const linkMode = 0o120000;
const typeMask = 0o170000;

/**
 * Reads the directory of a zip, without its folders. The directory is at the end of the file.
 *
 * @throws {UploadError} if it cannot be read, or has too many files
 */
export async function readDirectory(zip: Blob): Promise<ZipEntry[]> {
  const { offset, size, count } = await findDirectory(zip);
  if (count > mostZipFiles) {
    const most = mostZipFiles.toLocaleString("en-US");
    throw new UploadError(
      `The zip has ${count.toLocaleString("en-US")} files and folders, and at most ${most} are read. Divide it into several zips.`,
    );
  }
  const bytes = new Uint8Array(await zip.slice(offset, offset + size).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const entries: ZipEntry[] = [];
  for (let at = 0, number = 0; number < count; number++) {
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== entrySignature) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    const end = at + entryLength + nameLength;
    if (end > bytes.length) throw damaged();
    const entry = entryAt(view, at, nameOf(bytes.subarray(at + entryLength, end)));
    if (!entry.name.endsWith("/")) entries.push(entry);
    at = end + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Returns the error for a zip that does not follow its format. */
function damaged(): UploadError {
  return new UploadError("The zip is damaged or incomplete. Create it again, and upload the new file.");
}

async function findDirectory(zip: Blob): Promise<{ offset: number; size: number; count: number }> {
  const start = Math.max(0, zip.size - endLength - longestComment);
  const tail = new DataView(await zip.slice(start).arrayBuffer());
  for (let at = tail.byteLength - endLength; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endSignature) continue;
    const count = tail.getUint16(at + 10, true);
    const size = tail.getUint32(at + 12, true);
    if (tail.getUint32(at + 16, true) === elsewhere) {
      throw new UploadError("The zip is in the format ZIP64, which is not read. Create it with fewer files.");
    }
    // Programs can put other bytes before the zip. So the directory's place is measured from the end.
    const offset = start + at - size;
    if (offset < 0) throw damaged();
    return { offset, size, count };
  }
  throw damaged();
}

function entryAt(view: DataView, at: number, name: string): ZipEntry {
  const flags = view.getUint16(at + 8, true);
  const mode = view.getUint32(at + 38, true) >>> 16;
  return {
    name,
    method: view.getUint16(at + 10, true),
    isEncrypted: (flags & 1) !== 0,
    isLink: (mode & typeMask) === linkMode,
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
}

/** Decodes a name. Old programs write names in other encodings than UTF-8, and do not say in which. */
function nameOf(bytes: Uint8Array): string {
  const name = new TextDecoder().decode(bytes);
  return name.replaceAll("\\", "/");
}

/** A file in a zip, as the zip's directory describes it. */
export interface ZipEntry {
  /** Name in the zip, with `/` between folders. */
  name: string;
  /** Number of the compression method: 0 is stored, 8 is deflated. */
  method: number;
  isEncrypted: boolean;
  isLink: boolean;
  compressedSize: number;
  size: number;
  /** Place of the file's own header in the zip. */
  offset: number;
}
