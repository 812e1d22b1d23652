import { createSha256 } from "../../access/mod.ts";
import { bytesToHex } from "@noble/hashes/utils.js";

const encoder = new TextEncoder();

/**
 * SHA-256 of all lines of an export except the last. It ignores `exportedAt` in the first line, so exports of equal content have
 * equal digests.
 */
export class ExportDigest {
  readonly #sha256 = createSha256();
  #lines = 0;

  /** @param line without its line break; the first line must be a JSON object */
  add(line: string): void {
    const text = this.#lines++ === 0 ? withoutTime(line) : line;
    this.#sha256.update(encoder.encode(`${text}\n`));
  }

  /** Returns the digest in hexadecimal. No line can be added after it. */
  end(): string {
    return bytesToHex(this.#sha256.digest());
  }
}

function withoutTime(header: string): string {
  const { exportedAt: _exportedAt, ...others } = JSON.parse(header) as Record<string, unknown>;
  return JSON.stringify(others);
}
