import { declaredEncoding, type Markup, shownBytes, EncodingError } from "./declared_encoding.ts";

const nothing = new Uint8Array();
/** The bytes 0x80 to 0x9F of windows-1252. */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const newline = 0x0a;
const remedy = 'Save it in UTF-8, for example with "iconv -f WINDOWS-1252 -t UTF-8"';

/**
 * Decodes a file in chunks, as `TextDecoder` does: by its byte order mark, else by the encoding that its format declares, else as UTF-8.
 * Nothing becomes U+FFFD.
 */
export class FileDecoder {
  readonly #markup: Markup | undefined;
  #encoding = "utf-8";
  /** Undefined until the beginning of the file is complete. */
  #decoder: TextDecoder | undefined;
  /** Bytes before the next chunk: the beginning of the file, later the beginning of a character. */
  #before: Uint8Array = nothing;
  #line = 1;

  /** @param markup the format whose declaration of the encoding counts. Default: none */
  constructor(markup?: Markup) {
    this.#markup = markup;
  }

  /**
   * Decodes the next chunk. Without `stream`, it is the last.
   *
   * @throws {EncodingError} if the encoding is not read, or if the bytes are no text in it
   */
  decode(chunk: Uint8Array = nothing, { stream = false }: { stream?: boolean } = {}): string {
    if (this.#decoder !== undefined) return this.#decodeBy(this.#decoder, chunk, stream);
    const bytes = joined(this.#before, chunk);
    this.#before = bytes;
    if (stream && bytes.length < shownBytes) return "";
    this.#before = nothing;
    return this.#decodeBy(this.#open(bytes), bytes, stream);
  }

  #open(bytes: Uint8Array): TextDecoder {
    this.#encoding = declaredEncoding(bytes, this.#markup) ?? "utf-8";
    const hasNul = bytes.subarray(0, shownBytes).includes(0);
    try {
      this.#decoder = new TextDecoder(this.#encoding, { fatal: true });
    } catch (cause) {
      throw new EncodingError(`its encoding ${this.#encoding} is not read. Save it in UTF-8`, { cause });
    }
    if (!hasNul || this.#encoding.startsWith("utf-16")) return this.#decoder;
    throw new EncodingError("it has NUL bytes, so it is no text, or UTF-16 without a byte order mark");
  }

  #decodeBy(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): string {
    let text: string;
    try {
      text = mended(decoder.decode(chunk, { stream }), decoder);
    } catch (cause) {
      throw this.#refusal(joined(this.#before, chunk), cause);
    }
    this.#before =
      this.#encoding === "utf-8" ? unfinished(joined(this.#before, chunk.subarray(-3))) : nothing;
    // XML is read without the control characters that it forbids.
    const nul = this.#markup === "xml" ? -1 : text.indexOf("\0");
    if (nul >= 0) {
      const line = this.#line + newlinesIn(text.slice(0, nul));
      throw new EncodingError(`it is no text: line ${line} has a NUL byte`, { line });
    }
    this.#line += newlinesIn(text);
    return text;
  }

  #refusal(bytes: Uint8Array, cause: unknown): EncodingError {
    if (this.#encoding !== "utf-8") {
      return new EncodingError(`it is not ${this.#encoding}, the encoding that it names`, { cause });
    }
    const replaced = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
    const at = replaced.findIndex((byte, index) => byte !== bytes[index]);
    const line = this.#line + bytes.subarray(0, at).filter((byte) => byte === newline).length;
    const byte = (bytes[at] ?? 0).toString(16).toUpperCase();
    return new EncodingError(`it is not UTF-8: line ${line} has the byte 0x${byte}. ${remedy}`, {
      line,
      cause,
    });
  }
}

/** Replaces the control characters to which Node before 23.7 decodes the bytes 0x80 to 0x9F of windows-1252. */
function mended(text: string, { encoding }: TextDecoder): string {
  if (encoding !== "windows-1252") return text;
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character,
  );
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  const all = new Uint8Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

/** Returns the bytes at the end of UTF-8 that may begin a character. */
function unfinished(bytes: Uint8Array): Uint8Array {
  const end = bytes.subarray(-3);
  const lead = end.findLastIndex((byte) => byte >= 0xc0);
  const rest = lead < 0 ? nothing : end.subarray(lead);
  return rest.some((byte) => byte < 0x80) ? nothing : rest;
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
