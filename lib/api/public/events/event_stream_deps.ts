import type { Caller } from "../../../access/mod.ts";
import type { Clock } from "../../../base/time/clock.ts";
import type { EventLog, Outbox } from "../../../events/mod.ts";
import type { Sleep } from "../../../base/time/sleep.ts";

/** Dependencies of event streams. */
export interface EventStreamDeps {
  log: EventLog;
  outbox: Outbox;
  /** Returns the caller with its current permissions, or null if its key is accepted no longer. Counts no request. */
  checkCaller: (caller: Caller) => Promise<Caller | null>;
  sleep: Sleep;
  clock: Clock;
  onError: (error: unknown) => void;
  /** Maximum number of open streams in this process. */
  most: number;
}
