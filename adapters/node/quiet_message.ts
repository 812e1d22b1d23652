import { IncomingMessage } from "node:http";

/** A method of Node that its types do not declare. Node calls it after the response is written. */
interface Dumping {
  _dump(): void;
}

/** Returns the class for a server's requests: {@link QuietMessage}, or Node's own class if Node has no `_dump`. */
export function requestClass(prototype: object = IncomingMessage.prototype): typeof IncomingMessage {
  const isKnown = typeof (prototype as Partial<Dumping>)._dump === "function";
  return isKnown ? QuietMessage : IncomingMessage;
}

/**
 * A request to a Postern server. Most requests have no body, yet Node signals the end of each body over several later event loop ticks.
 * This class signals the end only to code that reads the body or waits for it.
 */
class QuietMessage extends IncomingMessage {
  /** True if the request has a body, or code reads it. */
  #isUsed = false;
  #isEndPending = false;
  #isOver = false;

  /** Called by Node's parser with each piece of the body, and with null at the end. */
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk !== null) this.#isUsed = true;
    else if (!this.#isUsed) {
      this.#isEndPending = true;
      return false;
    }
    return super.push(chunk, encoding);
  }

  /** Called by Node when code reads the body. */
  override _read(size: number): void {
    this.#isUsed = true;
    if (this.#isEndPending) {
      this.#isEndPending = false;
      super.push(null);
    } else super._read(size);
  }

  /** Called by Node after the response is written, to drop an unread body. */
  _dump(): void {
    const isAwaited = this.listenerCount("end") > 0 || this.listenerCount("close") > 0;
    if (this.#isEndPending && !isAwaited) this.#isOver = true;
    else (IncomingMessage.prototype as unknown as Dumping)._dump.call(this);
  }

  static {
    // TypeScript declares a field, which an accessor cannot override. Node reads it to decide if it may release the message.
    Object.defineProperty(this.prototype, "readableEnded", {
      get(this: QuietMessage): boolean {
        return this.#isOver || Reflect.get(IncomingMessage.prototype, "readableEnded", this);
      },
    });
  }
}
