import type { Clock } from "../../base/time/clock.ts";
import { ProblemError } from "../problems/problem.ts";
import type { Sleep } from "../../base/time/sleep.ts";

/** Time of waiting for a client after which its speed is judged, in milliseconds. */
const period = 10_000;
/** Least number of bytes that arrive in a period: 1 KB a second. */
const leastBytes = 10_000;

/** Dependencies of {@link pacedBody}. */
export interface PaceDeps {
  clock: Clock;
  sleep: Sleep;
}

/**
 * Returns a body that fails when `reading` aborts. It aborts `reading` when the client sends less than 1 KB a second for 10 seconds. Time in
 * which nobody reads the body does not count.
 */
export function pacedBody(
  body: ReadableStream<Uint8Array>,
  reading: AbortController,
  { clock, sleep }: PaceDeps,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let [waited, bytes] = [0, 0];
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        reading.signal.addEventListener("abort", () => {
          controller.error(reading.signal.reason);
          void reader.cancel().catch(() => undefined);
        });
      },
      async pull(controller) {
        const chunk = reader.read();
        let isPending = true;
        while (isPending) {
          const start = clock.now();
          isPending = !(await isSettled(chunk, period - waited, sleep));
          waited += clock.now() - start;
          if (isPending) judge();
          if (reading.signal.aborted) return;
        }
        const { done, value } = await chunk;
        if (done) {
          controller.close();
          return;
        }
        controller.enqueue(value);
        bytes += value.length;
        judge();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );

  function judge(): void {
    if (waited < period) return;
    if (bytes < leastBytes) reading.abort(tooSlow());
    [waited, bytes] = [0, 0];
  }
}

/** Returns false if the promise is still pending after a number of milliseconds. */
async function isSettled(promise: Promise<unknown>, milliseconds: number, sleep: Sleep): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(milliseconds, timer.signal).then(
    () => false,
    () => true,
  );
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    timer.abort();
  }
}

function tooSlow(): ProblemError {
  const detail = `The body arrived slower than ${leastBytes / period} KB a second for ${period / 1000} seconds`;
  return new ProblemError("incomplete-body", detail);
}
