import { ProblemError, joinBytes, readBytes, readChunks, readMediaType } from "../../http/mod.ts";
import { formLimits } from "./form_limits.ts";
import { foreignForm, hasFormToken } from "./form_guard.ts";
import { type FormPart, readParts, tooManyFields } from "./read_parts.ts";

const urlencoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

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
