import { createSha256 } from "../../access/mod.ts";
import { toEtag } from "../response/entity_tags.ts";
import { joinBytes } from "../request/read_bytes.ts";
import { PreparedResponse } from "./prepared_response.ts";

/** Maximum size in bytes of a body that is joined and can be cached. Larger bodies are streamed in pieces. */
const maxJoinedBytes = 16_777_216;

/** Share of a page for the parts of a body around its items, such as a cursor. */
const shareOfFrame = 0.1;

/** Maximum number of bytes that a page reserves for the parts around its items. */
const mostFrameBytes = 8000;

const encoder = new TextEncoder();

/** The parts of a body around its items. */
export interface BodyFrame {
  start: string;
  end: string;
  headers: Readonly<Record<string, string>>;
  /** True if the body is never streamed. Default: false. */
  isJoined?: boolean;
}

/**
 * The body of a page, in pieces. It decides where a page ends: before the first item that would exceed the size. The first item always fits.
 * Pieces are encoded and hashed one by one, so that other requests can run between them.
 */
export class PageBody {
  readonly #most: number;
  readonly #hash = createSha256();
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;

  /** @param mostBytes maximum size of the page in bytes. Default: no maximum */
  constructor(mostBytes: number = Infinity) {
    this.#most = mostBytes - Math.min(mostBytes * shareOfFrame, mostFrameBytes);
  }

  /** Size of the items in bytes. */
  get length(): number {
    return this.#length;
  }

  /** Number of bytes that still fit. */
  get left(): number {
    return Math.max(0, this.#most - this.#length);
  }

  /**
   * Returns true if an item fits.
   *
   * @param pending size of the items that are added before it, in bytes
   */
  fits(bytes: number, pending = 0): boolean {
    const before = this.#length + pending;
    return before === 0 || bytes === 0 || before + bytes <= this.#most;
  }

  /** Adds an item. Returns false if the page is full. */
  add(text: string): boolean {
    const piece = encoder.encode(text);
    const isFitting = this.fits(piece.length);
    if (isFitting) this.push(piece);
    return isFitting;
  }

  /** Adds an item that fits. */
  push(piece: Uint8Array<ArrayBuffer>): void {
    if (piece.length === 0) return;
    this.#hash.update(piece);
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Creates the response. Call it last. */
  toResponse({ start, end, headers, isJoined = false }: BodyFrame): PreparedResponse {
    const first = encoder.encode(start);
    const last = encoder.encode(end);
    const pieces = [first, ...this.#pieces, last];
    const length = first.length + this.#length + last.length;
    // The frame is hashed last, because a cursor and an entry at the start are known last.
    const etag = toEtag(this.#hash.update(first).update(last).digest());
    return new PreparedResponse({
      status: 200,
      headers: { "content-length": String(length), etag, ...headers },
      body: isJoined || length <= maxJoinedBytes ? joinBytes(pieces, length) : streamOf(pieces),
    });
  }
}

/** Streams the pieces on demand. */
function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[index++];
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}
