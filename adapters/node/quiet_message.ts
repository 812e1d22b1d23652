import { IncomingMessage } from "node:http";

/** A method of Node that its types do not declare. Node calls it once the response is written. */
interface Dumping {
  _dump(): void;
}

/** Returns the class of the requests of a server: {@link QuietMessage}, or Node's own class where Node has no `_dump`. */
export function requestClass(prototype: object = IncomingMessage.prototype): typeof IncomingMessage {
  const isKnown = typeof (prototype as Partial<Dumping>)._dump === "function";
  return isKnown ? QuietMessage : IncomingMessage;
}

/**
 * A request to a server of Postern. Most have no body, and Node signals the end of each body over several later event loop ticks.
 * Here the end is signalled only to code that reads or waits for it.
 */
class QuietMessage extends IncomingMessage {
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

  /** Node calls it when the response is written and nobody has read the body: it drops the body. */
  _dump(): void {
    const isAwaited = this.listenerCount("end") > 0 || this.listenerCount("close") > 0;
    if (this.#isEndUntold && !isAwaited) this.#isOver = true;
    else (IncomingMessage.prototype as unknown as Dumping)._dump.call(this);
  }

  static {
    // TypeScript knows it as a field, which an accessor cannot override. Node reads it to decide whether it may release the message.
    Object.defineProperty(this.prototype, "readableEnded", {
      get(this: QuietMessage): boolean {
        return this.#isOver || Reflect.get(IncomingMessage.prototype, "readableEnded", this);
      },
    });
  }
}
