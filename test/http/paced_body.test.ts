import { describe, expect, it, vi } from "vitest";
import { pacedBody } from "../../lib/http/mod.ts";
import { sleep } from "../../lib/base/time/sleep.ts";
import { ManualClock } from "../manual_clock.ts";

/** A client that sends `bytes` after each `seconds`, `count` times. */
interface Sender {
  bytes: number;
  seconds: number;
  count: number;
}

/** A clock that moves to the next timer or chunk when the code waits. */
class Timeline {
  readonly clock = new ManualClock();
  #timers: { at: number; fire: () => void }[] = [];

  readonly sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = { at: this.clock.now() + milliseconds, fire: resolve };
      this.#timers.push(timer);
      signal?.addEventListener("abort", () => {
        this.#timers = this.#timers.filter((one) => one !== timer);
        reject(signal.reason as Error);
      });
    });

  /** Moves the clock from timer to timer until a promise settles. */
  async until<Result>(promise: Promise<Result>): Promise<Result> {
    const settled = new AbortController();
    promise.then(
      () => settled.abort(),
      () => settled.abort(),
    );
    for (;;) {
      await sleep(0);
      const [next] = this.#timers.toSorted((one, other) => one.at - other.at);
      if (settled.signal.aborted || next === undefined) return promise;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.clock.advance(next.at - this.clock.now());
      next.fire();
    }
  }
}

function bodyOf({ bytes, seconds, count }: Sender, timeline: Timeline): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        if (sent++ === count) {
          controller.close();
          return;
        }
        await timeline.sleep(seconds * 1000);
        controller.enqueue(new Uint8Array(bytes));
      },
    },
    { highWaterMark: 0 },
  );
}

async function lengthOf(
  body: ReadableStream<Uint8Array>,
  pause = async (): Promise<void> => undefined,
): Promise<number> {
  let length = 0;
  for (const reader = body.getReader(); ; await pause()) {
    const { done, value } = await reader.read();
    if (done) return length;
    length += value.length;
  }
}

describe("a body", () => {
  it.each([
    { bytes: 1, seconds: 1, count: 100 },
    { bytes: 999, seconds: 1, count: 100 },
    { bytes: 5000, seconds: 9, count: 3 },
    { bytes: 1, seconds: 1_000_000, count: 1 },
  ])("is dropped from a client that sends $bytes bytes in $seconds seconds", async (sender) => {
    const timeline = new Timeline();
    const reading = new AbortController();
    const latest = timeline.clock.now() + 20_000;
    const body = pacedBody(bodyOf(sender, timeline), reading, timeline);
    await expect(timeline.until(lengthOf(body))).rejects.toThrow("slower than 1 KB a second");
    expect(reading.signal.aborted).toBe(true);
    expect(timeline.clock.now()).toBeLessThanOrEqual(latest);
  });

  it.each([
    { bytes: 1001, seconds: 1, count: 100 },
    { bytes: 11_000, seconds: 9, count: 10 },
    { bytes: 1, seconds: 1, count: 9 },
    { bytes: 0, seconds: 0, count: 0 },
  ])("is read from a client that sends $bytes bytes in $seconds seconds, $count times", async (sender) => {
    const timeline = new Timeline();
    const body = pacedBody(bodyOf(sender, timeline), new AbortController(), timeline);
    expect(await timeline.until(lengthOf(body))).toBe(sender.bytes * sender.count);
  });

  it("may be read slowly", async () => {
    const timeline = new Timeline();
    const sender = { bytes: 10, seconds: 0, count: 10 };
    const body = pacedBody(bodyOf(sender, timeline), new AbortController(), timeline);
    expect(await timeline.until(lengthOf(body, () => timeline.sleep(60_000)))).toBe(100);
  });

  it("fails when its reading is stopped, while the client sends nothing, and drops the client", async () => {
    const timeline = new Timeline();
    const reading = new AbortController();
    const cancel = vi.fn<() => void>();
    const length = lengthOf(pacedBody(new ReadableStream({ cancel }), reading, timeline));
    reading.abort(new Error("another organization needs the slot"));
    await expect(length).rejects.toThrow("another organization");
    expect(cancel).toHaveBeenCalledOnce();
  });
});
