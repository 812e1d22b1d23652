import { Zip, ZipDeflate } from "fflate/browser";
import { Turns } from "../../../base/yielding.ts";
import { ExportedSite, type FilePart, type SiteFormatName } from "../../../import/writing/mod.ts";
import {
  type ExportLine,
  nameOfType,
  readRecords,
  toLines,
  type TransferRecord,
} from "../../../moving/mod.ts";
import type { Store } from "../../../store/mod.ts";
import type { ExportFormat } from "./export_format.ts";

/** Options of {@link writeExport}. */
export interface WriteExportOptions {
  organizationSlug: string;
  format: ExportFormat;
  /** Current time in milliseconds since the epoch. */
  now: number;
  /** Ends the export. It also aborts if the reader of the stream leaves. */
  stopping: AbortController;
  /** Called with an error that the reader of the stream sees as a broken file. */
  onError: (error: unknown) => void;
  /** Called once, after the last read of the store. */
  onEnd: () => void;
}

/** Takes the bytes of a file, and waits for a slow reader. */
type Send = (bytes: Uint8Array) => Promise<void>;

/** Writes an export while it is read. An error breaks the stream off, so that the file is not taken for a whole one. */
export function writeExport(store: Store, options: WriteExportOptions): ReadableStream<Uint8Array> {
  const { format, onError, onEnd, stopping } = options;
  const { signal } = stopping;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  const stop = (): void => void writer.abort(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  const run = async (): Promise<void> => {
    try {
      const { send, flush } = buffered(async (bytes) => writer.write(bytes));
      const turns = new Turns(performance);
      const checked: Send = async (bytes) => {
        // A store that answers immediately would hold the event loop until the end.
        if (turns.isOver) await turns.next();
        signal.throwIfAborted();
        await send(bytes);
      };
      if (format === "records") await sendRecords(store, options, checked);
      else await sendSite(store, { ...options, format }, checked);
      await flush();
      await writer.close();
    } catch (error) {
      if (!signal.aborted) onError(error);
      await writer.abort(error).catch(() => undefined);
    } finally {
      onEnd();
    }
  };
  let isStarted = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isStarted) void run();
        isStarted = true;
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // A download that nobody starts, such as that of HEAD, ends here.
      cancel(reason) {
        stopping.abort(reason);
        if (!isStarted) onEnd();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Number of bytes that are sent at a time. */
const portion = 65_536;

/** Joins small pieces of bytes. */
function buffered(send: Send): { send: Send; flush: () => Promise<void> } {
  let pieces: Uint8Array[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    const joined = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    pieces = [];
    length = 0;
    if (joined.length > 0) await send(joined);
  };
  return {
    flush,
    send: async (bytes) => {
      pieces.push(bytes);
      length += bytes.length;
      if (length >= portion) await flush();
    },
  };
}

const encoder = new TextEncoder();

async function sendRecords(store: Store, options: WriteExportOptions, send: Send): Promise<void> {
  for await (const { text } of linesOf(store, options)) await send(encoder.encode(text));
}

/** Sends the file of another system, or a zip of its files and of the records that are no posts. */
async function sendSite(
  store: Store,
  options: WriteExportOptions & { format: SiteFormatName },
  send: Send,
): Promise<void> {
  const { format, now } = options;
  const zip = format === "markdown" ? new FolderZip(send, now) : undefined;
  const write = async ({ file, text }: FilePart): Promise<void> =>
    zip === undefined ? send(encoder.encode(text)) : zip.add(file, text);
  const site = new ExportedSite({ format, now, write });
  for await (const line of linesOf(store, options, site.addPost)) {
    await zip?.addRecord(line);
    await site.addLine(line);
  }
  await zip?.end();
}

/** Types of the records before the posts. */
const beforePosts: ReadonlySet<string> = new Set(["header", "organization", "redirect"]);

/** Maximum number of files of a zip. More would need its 64-bit form. */
const mostFiles = 65_000;

/** A zip whose files are sent while they are written. */
class FolderZip {
  readonly #send: Send;
  readonly #now: number;
  readonly #zip: Zip;
  readonly #pending: Uint8Array[] = [];
  /** The records before the posts. A zip has one file after the other. */
  readonly #early: string[] = [];
  #records: ZipDeflate | undefined;
  #files = 0;

  constructor(send: Send, now: number) {
    this.#send = send;
    this.#now = now;
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error;
      this.#pending.push(bytes);
    });
  }

  async add(file: string, text: string): Promise<void> {
    this.#open(file).push(encoder.encode(text), true);
    await this.#flush();
  }

  async addRecord({ type, text }: ExportLine): Promise<void> {
    if (beforePosts.has(type)) {
      this.#early.push(text);
      return;
    }
    this.#records ??= this.#open("records.ndjson");
    this.#records.push(encoder.encode([...this.#early.splice(0), text].join("")), type === "end");
    await this.#flush();
  }

  async end(): Promise<void> {
    this.#zip.end();
    await this.#flush();
  }

  #open(file: string): ZipDeflate {
    if (++this.#files > mostFiles) throw new Error(`Cannot export: a zip has at most ${mostFiles} files`);
    const entry = new ZipDeflate(file);
    entry.mtime = this.#now;
    this.#zip.add(entry);
    return entry;
  }

  async #flush(): Promise<void> {
    for (const bytes of this.#pending.splice(0)) await this.#send(bytes);
  }
}

/** Reads the lines of an organization. The audits of its members are left out, because they can name other organizations. */
function linesOf(
  store: Store,
  { organizationSlug, now }: WriteExportOptions,
  onPost?: ExportedSite["addPost"],
): AsyncGenerator<ExportLine> {
  const options = { organizationSlug, now, isSnapshot: false, ...(onPost !== undefined && { onPost }) };
  return toLines(withoutUserAudits(readRecords(store, options)));
}

async function* withoutUserAudits(records: AsyncIterable<TransferRecord>): AsyncGenerator<TransferRecord> {
  let left = 0;
  for await (const record of records) {
    if (record.type === "user-audit") left++;
    else if (record.type !== "end" || left === 0) yield record;
    else {
      const leftBehind = { ...record.leftBehind, [nameOfType("user-audit")]: left };
      yield { ...record, records: record.records - left, leftBehind };
    }
  }
}
