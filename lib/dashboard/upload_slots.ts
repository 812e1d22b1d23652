import { ProblemError } from "../problems/mod.ts";

/** Maximum number of large forms that a process reads at a time. Each is in memory. */
const most = 4;

/** Bounds the memory of large forms that are being read. */
export class UploadSlots {
  #taken = 0;

  /**
   * Reads a form when there is a free slot.
   *
   * @throws {ProblemError} if all slots are taken
   */
  async use<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= most) {
      const detail = "Too many files are being uploaded. Try again in a minute.";
      throw new ProblemError("busy", detail, { headers: { "retry-after": "60" } });
    }
    this.#taken++;
    try {
      return await read();
    } finally {
      this.#taken--;
    }
  }
}
