import type { HeaderList, ResponseParts } from "../../lib/http/mod.ts";

/** The bytes of bodies that are sent again and again, as Node's own class: its sockets take any other for a tenth more. */
const buffers = new WeakMap<Uint8Array, Buffer<ArrayBuffer>>();

/**
 * A response that carries its bytes to the Node server as they are. Node's own `Response` wraps them in a web stream,
 * which costs more than all else of a request.
 */
export class LightResponse {
  readonly status: number;
  readonly list: HeaderList;
  readonly content: Buffer<ArrayBuffer> | null;

  constructor(body: Uint8Array<ArrayBuffer> | null, init: ResponseParts) {
    this.content = body && (init.isShared === true ? keptBuffer(body) : toBuffer(body));
    this.status = init.status;
    this.list = init.headers;
  }

  /** HatTip's way to take what is not a `Response`. */
  toResponse(): Promise<this> {
    return Promise.resolve(this);
  }
}

function keptBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  let buffer = buffers.get(bytes);
  if (buffer === undefined) buffers.set(bytes, (buffer = toBuffer(bytes)));
  return buffer;
}

function toBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes instanceof Buffer) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
