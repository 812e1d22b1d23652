import type { Store, Stored } from "../store/mod.ts";
import type { ChangeEvent } from "./change_event.ts";
import { eventKey, eventPrefix, lastEventKey, type LoggedEvent, partitionOf } from "./event_records.ts";

/** A page of an organization's events. */
export interface EventPage {
  /** Oldest first. */
  events: ChangeEvent[];
  /** Sequence number of the last event of the page, for `after`. */
  last: number;
  /**
   * Sequence number from which events are missing. They are older than 7 days, or `after` belongs to a deleted organization or a lost store.
   * Left out if no event is missing.
   */
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
    let found = await this.#read(organizationSlug, after, limit);
    const isAtEnd = found.length === 0;
    const newest = isAtEnd ? await this.last(organizationSlug) : 0;
    // An event may have been appended between the two reads.
    if (isAtEnd && newest !== after) found = await this.#read(organizationSlug, after, limit);
    const events = found.map(({ data: { previous: _previous, ...event } }) => event);
    const previous = found[0]?.data.previous ?? newest;
    const last = events.at(-1)?.sequence ?? newest;
    return previous === after ? { events, last } : { events, last, missedFrom: after + 1 };
  }

  #read(organizationSlug: string, after: number, limit: number): Promise<Stored<LoggedEvent>[]> {
    const options = { prefix: eventPrefix, from: eventKey(after + 1), limit };
    return this.#store.list<LoggedEvent>(partitionOf(organizationSlug), options);
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
