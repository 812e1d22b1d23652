import type { IncomingMessage, ServerResponse } from "node:http";

/** Responses to requests whose clients wait for `100 Continue` before they send the body (RFC 9110, section 10.1.1). */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Delays `100 Continue` until the body is read, so the body of a request that is refused by its headers is never sent. */
export function continueOnRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  waiting.set(incoming, outgoing);
}

/** Sends `100 Continue` if the client still waits for it. */
function sendContinue(incoming: IncomingMessage): void {
  const outgoing = waiting.get(incoming);
  if (outgoing === undefined) return;
  waiting.delete(incoming);
  if (!outgoing.headersSent) outgoing.writeContinue();
}

/** Returns the body as a stream. Cancelling it drops the rest of the body but keeps the connection open for the response. */
export function toBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        sendContinue(incoming);
        const { done, value } = (await chunks.next()) as IteratorResult<Uint8Array, undefined>;
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}
