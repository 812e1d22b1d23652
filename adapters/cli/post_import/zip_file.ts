import { openAsBlob } from "node:fs";
import { open as openFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Awaitable } from "../../../lib/base/awaitable.ts";
import type { GeneratorName, ImportItem } from "../../../lib/import/mod.ts";
import {
  isZip,
  openUpload,
  type OpenedUpload,
  type Reading,
  UploadError,
} from "../../../lib/import/uploads/mod.ts";
import {
  type TextTaskName,
  type TextTaskOutput,
  TextWork,
  type TextWorker,
} from "../../../lib/import/text_work/mod.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { cannotRead } from "../frame/input/read_input.ts";

type TextWorkRequest<Name extends TextTaskName> = Parameters<typeof TextWork.prototype.run<Name>>[0];

/** Reads short texts in this thread, because the command has no other requests. */
class ZipTextWork extends TextWork {
  override run<Name extends TextTaskName>(request: TextWorkRequest<Name>): Awaitable<TextTaskOutput<Name>> {
    const isShort = request.name === "readPostFiles" || request.name === "checkSiteFiles";
    return isShort ? request.inline() : super.run(request);
  }
}

/** Options of {@link readZipFile}. */
export interface ZipFileOptions extends Pick<
  Reading,
  "siteUrl" | "language" | "postFields" | "format" | "slugFrom" | "languageFrom" | "onProgress"
> {
  /** Refused, because it is for folders. */
  generator?: GeneratorName | undefined;
  links?: ReturnType<NonNullable<Reading["links"]>>;
  /** Reads long files in a thread. */
  textWorker: TextWorker;
  /** Aborts the reading with its reason. */
  signal: AbortSignal;
}

/**
 * True for a file that begins as a zip does. A pipe is none, because its first bytes can be read only once.
 *
 * @throws {CliError} if it cannot be read
 */
export async function isZipFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile() && isZip(await beginningOf(file));
  } catch (cause) {
    throw cannotRead(file, cause);
  }
}

async function beginningOf(file: string): Promise<Uint8Array> {
  const handle = await openFile(file);
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(4), 0, 4);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Reads the posts of a zip. The bounds for uploads of strangers hold.
 *
 * @throws {CliError} if it cannot be read
 */
export async function* readZipFile(
  file: string,
  { onProgress, signal, textWorker, links: given, ...options }: ZipFileOptions,
): AsyncGenerator<ImportItem> {
  if (options.generator !== undefined) {
    throw new CliError(
      `Cannot import ${file}: --dialect is for folders. Unpack the zip, and import its folder`,
    );
  }
  const onZipProgress: typeof onProgress = (progress) => {
    signal.throwIfAborted();
    onProgress(progress);
  };
  const links = given && { links: (): typeof given => given };
  const work = new ZipTextWork(textWorker);
  const reading = {
    ...options,
    ...links,
    bringsMedia: true,
    now: Date.now(),
    textWork: work,
    onProgress: onZipProgress,
  };
  const upload = await open(file, reading);
  try {
    for await (const item of upload.items())
      yield { ...item, place: { ...item.place, file: `${file}/${item.place.file}` } };
  } catch (error) {
    throw asCliError(file, error);
  }
}

/** Returns the default name of the source of a zip. */
export async function sourceOfZip(file: string, format: Reading["format"]): Promise<string> {
  const textWork = new TextWork(undefined);
  const reading = { siteUrl: "", postFields: [], now: 0, textWork, format, onProgress: () => undefined };
  return (await open(file, reading)).source ?? "files";
}

async function open(file: string, reading: Parameters<typeof openUpload>[2]): Promise<OpenedUpload> {
  try {
    return await openUpload(await openAsBlob(file), basename(file), reading);
  } catch (error) {
    throw asCliError(file, error);
  }
}

/** Returns the error of a zip that cannot be imported. Returns other errors as they are. */
function asCliError(file: string, error: unknown): unknown {
  if (!(error instanceof UploadError)) return error;
  return new CliError(`Cannot import ${file}: ${error.message}`, { cause: error });
}
