import { isBoundToRequest } from "../../base/bound_to_request.ts";
import type { Clock } from "../../base/time/clock.ts";
import { ProblemError } from "../../http/mod.ts";
import { Slots } from "../../base/slots.ts";

/** Maximum number of large forms that a process reads at a time. Each is in memory. */
const most = 4;

/** Time after which an upload has ended with its request, in milliseconds. Only on Cloudflare, where the code after it may never run. */
const longestUpload = 5 * 60 * 1000;

/** Bounds the memory of large forms that are being read. */
export class UploadSlots {
  readonly #clock: Clock;
  readonly #slots = new Slots(most);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads a form when there is a free slot.
   *
   * @param read gets the controller of the reading, which aborts when another organization needs the slot
   * @throws {ProblemError} if no slot is free, or the reading aborts
   */
  async use<Result>(
    organizationSlug: string,
    read: (reading: AbortController) => Promise<Result>,
  ): Promise<Result> {
    const reading = new AbortController();
    const startedAt = this.#clock.now();
    const release = this.#slots.take(organizationSlug, {
      stop: () => reading.abort(busy()),
      isDead: () => isBoundToRequest && this.#clock.now() - startedAt > longestUpload,
    });
    if (release === undefined) throw busy();
    try {
      return await read(reading);
    } catch (error) {
      reading.signal.throwIfAborted();
      throw error;
    } finally {
      release();
    }
  }
}

function busy(): ProblemError {
  const detail = "Too many files are being uploaded. Try again in a minute.";
  return new ProblemError("busy", detail, { headers: { "retry-after": "60" } });
}
