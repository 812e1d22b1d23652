import type { Clock } from "../lib/base/time/clock.ts";
import { dueMarkPrefix, outboxPrefix } from "../lib/events/mod.ts";
import { logError } from "../lib/base/report_error.ts";
import { type Changes, rangeOf } from "../lib/store/mod.ts";
import { wokenPrefix } from "../lib/webhooks/mod.ts";
import type { DurableObjectNamespace, DurableObjectState } from "../storage-drivers/durable_object.ts";
import { PosternStorage } from "../storage-drivers/durable_object.ts";

/** An API, or any object with the same events, that an alarm can deliver. */
export interface Deliverer {
  events: { deliver(): Promise<{ nextAt: number | undefined }> };
}

/** The part of a Durable Object's state that {@link AlarmStorage} uses. */
export interface AlarmState extends DurableObjectState {
  id: { equals(other: never): boolean };
  storage: DurableObjectState["storage"] & {
    setAlarm(time: number): Promise<void>;
    deleteAlarm(): Promise<void>;
  };
}

/** Dependencies of {@link AlarmStorage}. */
export interface AlarmStorageDeps {
  namespace: DurableObjectNamespace;
  openApi: () => Deliverer;
  clock: Clock;
}

/** Name of the object that delivers. No partition has this name, so it stores no records. */
const delivererName = "deliverer";
/** Time after which an alarm repeats work that failed, in milliseconds. */
const retryDelay = 15_000;
/** Time for which expired records may stay, in milliseconds. */
const cleaningDelay = 24 * 60 * 60 * 1000;
/** Starts of the keys of records whose commit needs a delivery. */
const wakingStarts = [outboxPrefix, dueMarkPrefix, wokenPrefix].map((prefix) => rangeOf(prefix).start);

/** Counts the commits that need a delivery. The row is deleted after the deliverer was woken. */
const schema = "CREATE TABLE IF NOT EXISTS wakes (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)";

/**
 * A partition of Postern's records, with an alarm. A commit that needs a delivery also sets the alarm of its object. Both are stored or
 * neither. The alarm wakes the one object that delivers, so deliveries do not overlap.
 *
 * The runtime repeats an alarm that was interrupted at most 6 times. Alarms here therefore do not throw, and set the next alarm first when they
 * are repeated.
 */
export class AlarmStorage extends PosternStorage {
  readonly #storage: AlarmState["storage"];
  readonly #deps: AlarmStorageDeps;
  readonly #isDeliverer: boolean;
  #api: Deliverer | undefined;
  #isDelivering = false;
  #hasWakesTable: boolean;
  /** True if an alarm will delete the expired records. */
  #isCleaningPlanned = false;
  /** True if a commit, or a call of the deliverer, has set the alarm to the current time since the last alarm started. */
  #isWoken = false;

  constructor(state: AlarmState, deps: AlarmStorageDeps) {
    super(state);
    this.#storage = state.storage;
    this.#deps = deps;
    this.#isDeliverer = state.id.equals(deps.namespace.idFromName(delivererName) as never);
    this.#hasWakesTable = this.query("SELECT 1 FROM sqlite_master WHERE name = 'wakes'").length > 0;
    // Records of a class without an alarm may wait for a delivery.
    if (this.hasTable && !this.#hasWakesTable) this.#planWake();
  }

  override async fetch(request: Request): Promise<Response> {
    if (!this.#isDeliverer) return super.fetch(request);
    this.#wake();
    return new Response();
  }

  /** Called by the runtime at the time of the alarm. */
  async alarm(info?: { isRetry?: boolean }): Promise<void> {
    const { clock } = this.#deps;
    this.#isWoken = false;
    if (info?.isRetry === true) await this.#storage.setAlarm(clock.now() + retryDelay);
    try {
      await (this.#isDeliverer ? this.#deliver() : this.#wakeDeliverer());
    } catch (error) {
      logError(error);
      if (!this.#isWoken) await this.#storage.setAlarm(clock.now() + retryDelay);
    }
  }

  protected override onCommit({ sets = [] }: Changes): void {
    if (sets.some(({ key }) => wakingStarts.some((start) => key.startsWith(start)))) this.#planWake();
    else if (!this.#isCleaningPlanned && sets.some(({ expiresAt }) => expiresAt !== undefined)) {
      if (!this.#isWakePlanned()) this.#planCleaning();
    }
  }

  async #deliver(): Promise<void> {
    // Alarms do not overlap. A delivery that has not ended was cut, and a new API does not wait for it.
    if (this.#api === undefined || this.#isDelivering) this.#api = this.#deps.openApi();
    const { nextAt } = await this.#deliverBy(this.#api);
    // A change during the delivery has set an alarm.
    if (this.#isWoken) return;
    if (nextAt === undefined) await this.#storage.deleteAlarm();
    else await this.#storage.setAlarm(nextAt);
  }

  async #deliverBy({ events }: Deliverer): ReturnType<Deliverer["events"]["deliver"]> {
    this.#isDelivering = true;
    try {
      return await events.deliver();
    } finally {
      this.#isDelivering = false;
    }
  }

  async #wakeDeliverer(): Promise<void> {
    const { namespace, clock } = this.#deps;
    const [wake] = this.#hasWakesTable ? this.query("SELECT number FROM wakes") : [];
    if (wake !== undefined) {
      const stub = namespace.get(namespace.idFromName(delivererName) as never);
      const response = await stub.fetch("https://postern.invalid/", { method: "POST", body: "" });
      if (!response.ok) throw new Error(`Cannot wake the deliverer: it returned ${response.status}`);
      this.query("DELETE FROM wakes WHERE number = ?", Number(wake["number"]));
    }
    this.deleteExpired(clock.now());
    // A commit in the meantime has set an alarm.
    if (this.#isWoken) return;
    if (!this.#planCleaning()) await this.#storage.deleteAlarm();
  }

  /** Records that the deliverer must be woken, and sets the alarm to the current time. */
  #planWake(): void {
    if (!this.#hasWakesTable) this.query(schema);
    this.#hasWakesTable = true;
    this.query("INSERT INTO wakes VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET number = number + 1");
    this.#wake();
  }

  #wake(): void {
    if (!this.#isWoken) this.#setAlarm(this.#deps.clock.now());
    this.#isWoken = true;
  }

  #isWakePlanned(): boolean {
    return this.#hasWakesTable && this.query("SELECT 1 FROM wakes").length > 0;
  }

  /** Sets the alarm to a time when expired records are deleted. Returns false if no record expires. */
  #planCleaning(): boolean {
    const [row] = this.hasTable ? this.query("SELECT min(expires_at) AS first FROM records") : [];
    const first = row?.["first"] ?? undefined;
    this.#isCleaningPlanned = first !== undefined;
    if (first !== undefined) this.#setAlarm(Number(first) + cleaningDelay);
    return this.#isCleaningPlanned;
  }

  /** Sets the alarm. The runtime sends no response of this object before the alarm is stored, and resets the object if it cannot be. */
  #setAlarm(time: number): void {
    this.#storage.setAlarm(time).catch(() => undefined);
  }
}
