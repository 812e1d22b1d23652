import { ProblemError, joinBytes, readBytes, readChunks, readMediaType } from "../../http/mod.ts";
import { foreignForm, hasFormToken } from "./form_guard.ts";
import { yieldToEventLoop } from "../../base/yielding.ts";

const urlencoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

/** Limits of the dashboard's forms. */
export const formLimits = {
  /** Bytes of a form that is `application/x-www-form-urlencoded`. */
  urlencodedBytes: 262_144,
  /** Bytes of the form of a sign-in link. */
  signInBytes: 4096,
  /** Fields of a form: 100 selected posts, and the fields beside them. */
  fields: 500,
  /** Headers of a part, and their bytes. */
  partHeaders: 8,
  partHeaderBytes: 2048,
  /** Bytes of the texts and headers of a form with a large file. */
  bytesBesideFile: 65_536,
} as const;

/** A kind of form, by its limits. */
export interface FormKind {
  /** Maximum size of the body in bytes. */
  bodyBytes: number;
  /** Maximum size of all texts in bytes. Without it, the form is not read in parts, so it has no file. */
  textBytes?: number;
}

/** Bytes that a file collects before they leave the heap. */
const blobBytes = 1_048_576;

/**
 * Reads the fields of a sent form, part by part while it arrives.
 *
 * @param formToken token of the session, which stands before a file. Without a session, no file is read.
 * @throws {ProblemError} if the body is not a form of this kind, or is too large
 * @throws {FormRefusedError} if a file comes without the token
 */
export async function readForm(request: Request, kind: FormKind, formToken?: string): Promise<FormData> {
  const { name, parameters } = readMediaType(request.headers.get("content-type"));
  const { textBytes } = kind;
  if (name === urlencoded) return readPairs(request, kind.bodyBytes);
  if (name !== multipart || textBytes === undefined) {
    const types = textBytes === undefined ? urlencoded : `${urlencoded} or ${multipart}`;
    throw new ProblemError("unsupported-media-type", `The body must be a form (${types})`);
  }
  const form = new FormData();
  let left = textBytes;
  for await (const part of readParts(parameters.get("boundary") ?? "", readChunks(request, kind.bodyBytes))) {
    if (part.fileName === undefined) {
      const bytes = await readText(part, left);
      left -= bytes.length;
      form.append(part.name, new TextDecoder().decode(bytes));
    } else {
      if (formToken === undefined || !hasFormToken(request, form, formToken)) throw foreignForm();
      form.append(part.name, new File(await readFile(part), part.fileName, { type: part.type }));
    }
  }
  return form;
}

/** Reads a form of pairs. They are counted before they are parsed. */
async function readPairs(request: Request, bodyBytes: number): Promise<FormData> {
  const bytes = await readBytes(request, Math.min(bodyBytes, formLimits.urlencodedBytes));
  const text = new TextDecoder().decode(bytes);
  let pairs = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    if (++pairs > formLimits.fields) throw tooManyFields();
  }
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

async function readText({ bytes }: FormPart, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.length;
    if (length > most) throw new ProblemError("invalid-body", "The texts of the form are too long");
    pieces.push(piece);
  }
  return joinBytes(pieces, length);
}

/** Reads a file while it arrives. Blobs are outside of the heap, and a worker gets them without a copy. */
async function readFile({ bytes }: FormPart): Promise<Blob[]> {
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece as Uint8Array<ArrayBuffer>);
    length += piece.length;
    if (length < blobBytes) continue;
    blobs.push(new Blob(pieces));
    pieces = [];
    length = 0;
  }
  return [...blobs, new Blob(pieces)];
}

/** Returns a field's text, trimmed; empty if the field was not sent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n").trim() : "";
}

/** Returns a field's text, or undefined if it is empty. */
export function optionalTextOf(form: FormData, name: string): string | undefined {
  return textOf(form, name) || undefined;
}

/** Returns the trimmed lines of a text, without empty lines. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Returns all texts of a field that can be sent several times. */
export function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}

/** A part of a form: a text or a file. */
interface FormPart {
  name: string;
  /** Undefined for a text. Empty if the visitor chose no file. */
  fileName: string | undefined;
  type: string;
  /** The content, which must be read before the next part. */
  bytes: AsyncIterable<Uint8Array>;
}

type PartHeaders = Pick<FormPart, "name" | "fileName" | "type">;

/** Bytes that are read without a pause. Other requests have their turn in between. */
const portion = 262_144;

const lineFeed = 10;

const carriageReturn = 13;

const lineEnd = Uint8Array.of(carriageReturn, lineFeed);

const boundaryForm = /^[\w'()+,./:=? -]{1,70}$/;

const disposition =
  /^content-disposition:[ \t]*form-data;[ \t]*name="([^"]*)"(?:;[ \t]*filename="([^"]*)")?[ \t]*$/i;

const contentType = /^content-type:(.*)$/i;

/**
 * Reads the parts of a `multipart/form-data` body (RFC 7578) while it arrives, in the strict form that browsers send. It holds no more
 * than a line and a chunk.
 *
 * @param boundary parameter of the `content-type` header
 * @throws {ProblemError} if the body has another form, too many parts, or too long headers
 */
async function* readParts(boundary: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<FormPart> {
  if (!boundaryForm.test(boundary)) throw unreadable("its content-type has no valid boundary");
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  const portions = portionsOf(body);
  const scanner = new Scanner(portions);
  try {
    for await (const _before of scanner.until(delimiter)) {
      throw unreadable("it does not begin with its boundary");
    }
    for (let parts = 0; await hasPart(scanner); parts++) {
      if (parts === formLimits.fields) throw tooManyFields();
      yield { ...(await readHeaders(scanner)), bytes: scanner.until(delimiter) };
    }
  } finally {
    await portions.return(undefined);
  }
}

/** Reads the end of a delimiter. False if it was the last. */
async function hasPart(scanner: Scanner): Promise<boolean> {
  const end = await scanner.take(2);
  if (end !== "--" && end !== "\r\n") throw unreadable("text follows its boundary");
  return end !== "--";
}

/** Creates the error of a form with more fields than any page of the dashboard sends. */
function tooManyFields(): ProblemError {
  return new ProblemError("invalid-body", `The form must have at most ${formLimits.fields} fields`);
}

async function readHeaders(scanner: Scanner): Promise<PartHeaders> {
  let named: RegExpExecArray | null = null;
  let type = "";
  let left: number = formLimits.partHeaderBytes;
  for (let lines = 0; ; lines++) {
    const line = await scanner.line(left);
    if (line === "") break;
    if (lines === formLimits.partHeaders) throw tooLongHeaders();
    left -= line.length;
    named ??= disposition.exec(line);
    type ||= contentType.exec(line)?.[1]?.trim() ?? "";
  }
  const [, name, fileName] = named ?? [];
  if (name === undefined) throw unreadable("a part has no name");
  return { name: unescaped(name), fileName: fileName === undefined ? undefined : unescaped(fileName), type };
}

function tooLongHeaders(): ProblemError {
  const { partHeaders, partHeaderBytes } = formLimits;
  const detail = `A part of the form must have at most ${partHeaders} headers, with ${partHeaderBytes} bytes`;
  return new ProblemError("invalid-body", detail);
}

/** Decodes the characters that browsers escape in names. */
function unescaped(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}

/** Finds delimiters in a body, across its chunks. */
class Scanner {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Unread bytes. The body's first delimiter has no line end before it, so this adds one. */
  #rest: Uint8Array = lineEnd;

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** Reads a number of characters. */
  async take(count: number): Promise<string> {
    let taken = "";
    while (taken.length < count) {
      await this.#fill();
      taken += String.fromCharCode(this.#rest[0] ?? 0);
      this.#rest = this.#rest.subarray(1);
    }
    return taken;
  }

  /** Reads a line of UTF-8. */
  async line(most: number): Promise<string> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of this.until(lineEnd)) {
      length += piece.length;
      if (length > most) throw tooLongHeaders();
      pieces.push(piece);
    }
    return new TextDecoder().decode(joinBytes(pieces, length));
  }

  /**
   * Yields the bytes before a delimiter, and reads over it.
   *
   * @param delimiter begins with a carriage return and has no other, so a byte that does not continue a match can only begin the next
   */
  async *until(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    let matched = 0;
    while (matched < delimiter.length) {
      await this.#fill();
      const bytes = this.#rest;
      const held = matched;
      let at = 0;
      while (at < bytes.length && matched < delimiter.length) {
        if (bytes[at] === delimiter[matched]) {
          matched++;
          at++;
        } else if (matched > 0) matched = 0;
        else at = indexOrEnd(bytes, at);
      }
      this.#rest = bytes.subarray(at);
      const length = at - matched;
      if (length >= 0 && held > 0) yield delimiter.subarray(0, held);
      if (length > 0) yield bytes.subarray(0, length);
    }
  }

  async #fill(): Promise<void> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done === true) throw unreadable("it ends before its last part is complete");
      this.#rest = value;
    }
  }
}

/** Returns the index of the next carriage return, or the number of bytes. */
function indexOrEnd(bytes: Uint8Array, from: number): number {
  const index = bytes.indexOf(carriageReturn, from);
  return index === -1 ? bytes.length : index;
}

async function* portionsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let done = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += portion) {
      const part = chunk.subarray(at, at + portion);
      yield part;
      done += part.length;
      if (done < portion) continue;
      done = 0;
      await yieldToEventLoop();
    }
  }
}

function unreadable(reason: string): ProblemError {
  return new ProblemError("invalid-body", `The form cannot be read: ${reason}`);
}
