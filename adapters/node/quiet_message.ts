import { IncomingMessage } from "node:http";

/** What Node's types do not know. */
const untyped = IncomingMessage.prototype as unknown as { _dump(): void };

/**
 * A request to a server of ours. Most have no body, and Node signals the end of each body over several later event loop ticks.
 * Here the end is signalled only to code that reads or waits for it, which saves nearly a tenth of an exchange.
 */
export class QuietMessage extends IncomingMessage {
  /** Whether there is a body, or somebody reads. */
  #isUsed = false;
  #isEndUntold = false;
  #isOver = false;

  /** Node's parser calls it with each piece of the body, and with null at its end. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk !== null) this.#isUsed = true;
    else if (!this.#isUsed) {
      this.#isEndUntold = true;
      return false;
    }
    return super.push(chunk, encoding);
  }

  /** Node calls it when somebody reads. */
  override _read(size: number): void {
    this.#isUsed = true;
    if (this.#isEndUntold) {
      this.#isEndUntold = false;
      super.push(null);
    } else super._read(size);
  }

  /** Node calls it when the answer is written and nobody has read the body: it throws the body away. */
  _dump(): void {
    const isAwaited = this.listenerCount("end") > 0 || this.listenerCount("close") > 0;
    if (this.#isEndUntold && !isAwaited) this.#isOver = true;
    else untyped._dump.call(this);
  }

  static {
    // TypeScript knows it as a field, which an accessor cannot override. Node asks it whether it may forget the message.
    Object.defineProperty(this.prototype, "readableEnded", {
      get(this: QuietMessage): boolean {
        return this.#isOver || Reflect.get(IncomingMessage.prototype, "readableEnded", this);
      },
    });
  }
}
