import { sizeInWords } from "../../base/text/size_in_words.ts";
import { yieldToEventLoop } from "../../base/yielding.ts";
import { UploadError } from "./upload_error.ts";
import { mostInflatedBytes } from "./upload_limits.ts";

/** Maximum number of steps of a reading. A step takes about 10 ns. */
const mostSteps = 400_000_000;
/** Steps after which other requests have their turn. */
const turn = 1_000_000;

/** Steps to open a file of a zip. */
export const stepsPerFile = 10_000;
/** Steps of a text that was stopped because it took too long. */
export const stepsPerStop: number = mostSteps / 20;

/** Bounds the work of one reading of an upload, and lets other requests run in between. */
export class ReadingBudget {
  /** Number of bytes that may still be inflated. */
  bytesLeft: number = mostInflatedBytes;
  #stepsLeft: number = mostSteps;
  #sinceTurn = 0;

  /** Counts inflated bytes. Each is a step. @throws {UploadError} if the upload has too many */
  async spendBytes(bytes: number): Promise<void> {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) {
      throw new UploadError(
        `The files of the zip have more than ${sizeInWords(mostInflatedBytes)} when they are unpacked. Divide it into several zips.`,
      );
    }
    await this.spend(bytes);
  }

  /** Counts steps. @throws {UploadError} if the upload needs too many */
  async spend(steps: number): Promise<void> {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) {
      throw new UploadError("The zip takes too long to read. Divide it into several zips.");
    }
    this.#sinceTurn += steps;
    if (this.#sinceTurn < turn) return;
    this.#sinceTurn = 0;
    await yieldToEventLoop();
  }
}
