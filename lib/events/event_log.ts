import type { Store } from "../store/mod.ts";
import type { ChangeEvent } from "./change_event.ts";
import { eventKey, eventPrefix, lastEventKey, partitionOf } from "./event_records.ts";

/** A page of an organization's events. */
export interface EventPage {
  /** Oldest first. */
  events: ChangeEvent[];
  /** Sequence number of the last event of the page, for `after`. */
  last: number;
  /** Sequence number of the oldest event after `after` that may be missing, because it is older than 7 days. Left out if none is. */
  missedFrom?: number;
}

/** Reads the log of an organization's events. It holds the events of the last 7 days. */
export class EventLog {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Returns the events after a sequence number.
   *
   * @param options.after sequence number of the last event that the caller has. Default: 0.
   * @param options.limit 1 to 1000. Default: 100.
   * @throws {RangeError} if an option is out of range
   */
  async list(
    organizationSlug: string,
    { after = 0, limit = 100 }: { after?: number; limit?: number } = {},
  ): Promise<EventPage> {
    requireWholeNumber("limit", limit, { least: 1, most: 1000 });
    requireWholeNumber("after", after, { least: 0, most: Number.MAX_SAFE_INTEGER - 1 });
    const found = await this.#store.list<ChangeEvent>(partitionOf(organizationSlug), {
      prefix: eventPrefix,
      from: eventKey(after + 1),
      limit,
    });
    const events = found.map(({ data }) => data);
    const first = events[0]?.sequence ?? (await this.last(organizationSlug)) + 1;
    const last = events.at(-1)?.sequence ?? after;
    return first > after + 1 ? { events, last, missedFrom: after + 1 } : { events, last };
  }

  /** Returns the sequence number of the organization's last event; 0 if it never had one. */
  async last(organizationSlug: string): Promise<number> {
    const record = await this.#store.get<{ sequence: number }>({
      partition: partitionOf(organizationSlug),
      key: lastEventKey,
    });
    return record?.data.sequence ?? 0;
  }
}

function requireWholeNumber(
  name: string,
  value: number,
  { least, most }: { least: number; most: number },
): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new RangeError(
    `Cannot list the events: ${name} must be a whole number from ${least} to ${most}, and is ${value}`,
  );
}
