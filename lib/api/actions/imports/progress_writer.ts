import type { Clock } from "../../../base/time/clock.ts";
import type { ImportJob } from "./import_job.ts";
import type { ImportRecords } from "./import_records.ts";

/** Time between two records of the progress, in milliseconds. */
const interval = 1000;

/** Stores the state of a running import now and then, so that its page shows the progress in every process. */
export class ProgressWriter {
  readonly #records: ImportRecords;
  readonly #clock: Clock;
  readonly #organizationSlug: string;
  #version: string | null;
  #last: number;
  #writing: Promise<void> | undefined;

  /** @param version version of the stored record */
  constructor(
    { records, clock }: { records: ImportRecords; clock: Clock },
    organizationSlug: string,
    version: string,
  ) {
    this.#records = records;
    this.#clock = clock;
    this.#organizationSlug = organizationSlug;
    this.#version = version;
    this.#last = clock.now();
  }

  /** Stores the state if the last one is old enough. A failed write is made up for by the next. */
  soon(stateNow: () => ImportJob): void {
    const now = this.#clock.now();
    if (this.#writing !== undefined || now - this.#last < interval) return;
    this.#last = now;
    this.#writing = this.#write(stateNow())
      .catch(() => undefined)
      .finally(() => (this.#writing = undefined));
  }

  /** Stores the last state. */
  async end(job: ImportJob): Promise<void> {
    await this.#writing;
    await this.#write(job);
  }

  async #write(job: ImportJob): Promise<void> {
    if (this.#version === null) return;
    const changedAt = new Date(this.#clock.now()).toISOString();
    this.#version = await this.#records.save(this.#organizationSlug, { ...job, changedAt }, this.#version);
  }
}
