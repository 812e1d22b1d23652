import type { IncomingMessage } from "node:http";
import { sendContinue } from "./continue_on_read.ts";

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
