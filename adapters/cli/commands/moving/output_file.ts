import { dirname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { syncDirectory } from "../../../../storage-drivers/directory/sync.ts";
import { CliError } from "../../frame/exit/cli_error.ts";
import { write } from "../../frame/output/output.ts";

/** A file that a command writes in parts. */
export interface OutputFile {
  write(text: string): Promise<void>;
  /** Gives the finished file its name. Until then an existing file of that name is unchanged. */
  finish(): Promise<void>;
  /** Deletes the unfinished file. */
  discard(): Promise<void>;
}

const compress = promisify<string, Buffer>(gzip);

/** Size of one write, in UTF-16 code units. */
const flushLength = 1024 * 1024;

/**
 * Opens a file for writing, readable only by its owner. `-` is the standard output. If the name ends with `.gz`, the file is compressed.
 *
 * @throws {CliError} when it cannot be written
 */
export async function openOutputFile(name: string): Promise<OutputFile> {
  if (name === "-")
    return buffered(
      write,
      async () => undefined,
      async () => undefined,
    );
  try {
    return await openFile(name);
  } catch (cause) {
    throw cannotWrite(name, cause);
  }
}

async function openFile(name: string): Promise<OutputFile> {
  const found = await stat(name).catch(() => undefined);
  // A device or a pipe is written directly, because a regular file must not replace it.
  if (found !== undefined && !found.isFile()) {
    const handle = await open(name, "w");
    const close = (): Promise<void> => handle.close();
    return buffered(async (text) => writeTo(handle, text, name), close, close);
  }
  const file = found === undefined ? name : await realpath(name);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const handle = await open(partial, "wx", 0o600);
  return buffered(
    async (text) => writeTo(handle, text, name),
    async () => {
      await handle.sync();
      await handle.close();
      await rename(partial, file);
      await syncDirectory(dirname(file));
    },
    async () => {
      await handle.close();
      await rm(partial, { force: true });
    },
  );
}

function buffered(
  flush: (text: string) => Promise<void>,
  finish: () => Promise<void>,
  discard: () => Promise<void>,
): OutputFile {
  let parts: string[] = [];
  let length = 0;
  const flushAll = async (): Promise<void> => {
    const text = parts.join("");
    parts = [];
    length = 0;
    if (text !== "") await flush(text);
  };
  return {
    write: async (text) => {
      parts.push(text);
      length += text.length;
      if (length >= flushLength) await flushAll();
    },
    finish: async () => {
      await flushAll();
      await finish();
    },
    discard,
  };
}

async function writeTo(handle: FileHandle, text: string, name: string): Promise<void> {
  try {
    // Several gzip parts in one file are also valid gzip (RFC 1952, section 2.2).
    await handle.writeFile(name.endsWith(".gz") ? await compress(text) : text);
  } catch (cause) {
    throw cannotWrite(name, cause);
  }
}

function cannotWrite(name: string, cause: unknown): CliError {
  return new CliError(`Cannot write ${name}: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  });
}
