import { expect, it } from "vitest";
import { readUpload } from "../../lib/media/read_upload.ts";
import { ManualClock } from "../manual_clock.ts";

it("stops a client that sends less than 1 KB a second", async () => {
  const clock = new ManualClock();
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        await Promise.resolve();
        clock.advance(1000);
        controller.enqueue(new Uint8Array(100));
      },
      cancel: () => void (isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  const never = async (_milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("stopped"))));
  const reading = readUpload(body, { clock, sleep: never, fileBytes: 20_000_000 }, undefined);
  await expect(reading).rejects.toMatchObject({ code: "incomplete-body" });
  expect(isCancelled).toBe(true);
  expect(clock.now() - new ManualClock().now()).toBeLessThan(30_000);
});
