/**
 * A response that carries its bytes to the Node server as they are. Node's own `Response` wraps them in a web stream,
 * which costs more than all else of a request.
 */
export class LightResponse {
  readonly status: number;
  readonly plainHeaders: Record<string, string>;
  readonly content: Uint8Array | null;

  constructor(body: Uint8Array | null, init: { status: number; headers: Record<string, string> }) {
    this.content = body;
    this.status = init.status;
    this.plainHeaders = init.headers;
  }

  /** HatTip's way to take what is not a `Response`. */
  toResponse(): Promise<this> {
    return Promise.resolve(this);
  }
}
