import type { Clock } from "../../../base/time/clock.ts";
import { organizationKey } from "../../../content/mod.ts";
import type { KeyPart, Store } from "../../../store/mod.ts";
import type { ImportJob } from "./import_job.ts";

/** Time for which the result of an import can be seen, in milliseconds. */
const retention = 3_600_000;
/** Time without a sign of life after which the process of an import is taken for ended, in milliseconds. */
const longestSilence = 60_000;

const key: readonly KeyPart[] = ["import"];

/** Stores the last import of each organization, so that every process can show it. */
export class ImportRecords {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the last import, or null if there was none within an hour. */
  async get(organizationSlug: string): Promise<ImportJob | null> {
    const found = await this.#store.get<ImportJob>({ partition: ["org", organizationSlug], key });
    return found && this.#judge(found.data);
  }

  /** Stores a new import. Returns the record's version, or null if another import of the organization is running. */
  async begin(organizationSlug: string, job: ImportJob): Promise<string | null> {
    const partition = ["org", organizationSlug];
    const found = await this.#store.get<ImportJob>({ partition, key });
    if (found !== null && this.#judge(found.data).state === "running") return null;
    const check = found === null ? { key, exists: false } : { key, version: found.version };
    const checks = [check, { key: organizationKey, exists: true }];
    const result = await this.#store.commit(partition, { checks, sets: [this.#set(job)] });
    return result.committed ? result.version : null;
  }

  /**
   * Stores the state of an import. Returns the record's new version, or null if the record is no longer of this import, such as after
   * the organization was deleted.
   */
  async save(organizationSlug: string, job: ImportJob, version: string): Promise<string | null> {
    const changes = { checks: [{ key, version }], sets: [this.#set(job)] };
    const result = await this.#store.commit(["org", organizationSlug], changes);
    return result.committed ? result.version : null;
  }

  #set(job: ImportJob): { key: readonly KeyPart[]; data: ImportJob; expiresAt: number } {
    return { key, data: job, expiresAt: this.#clock.now() + retention };
  }

  #judge(job: ImportJob): ImportJob {
    const silence = this.#clock.now() - Date.parse(job.changedAt);
    return job.state === "running" && silence > longestSilence ? { ...job, state: "lost" } : job;
  }
}
