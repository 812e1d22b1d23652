import type { ChangeEvent, ChangeEventType, EventLog } from "../../../events/mod.ts";
import type { EventList } from "../../representations/event_schema.ts";

/** Number of events that are read at once. */
const readAtOnce = 200;
/** Maximum number of events that one response looks at. A page may have fewer events than its limit. */
const scannedAtMost = 2000;

/** Part of a log. */
export interface EventRange {
  after: number;
  /** Maximum number of events on the page. */
  limit: number;
  types: ReadonlySet<ChangeEventType>;
}

/** Reads a page of the events that have one of the types. */
export async function readPage(
  log: EventLog,
  organizationSlug: string,
  { after, limit, types }: EventRange,
): Promise<EventList> {
  const found: ChangeEvent[] = [];
  let last = after;
  let missed: { missedFrom?: number } = {};
  for (let scanned = 0; scanned < scannedAtMost; scanned += readAtOnce) {
    const page = await log.list(organizationSlug, { after: last, limit: readAtOnce });
    if (scanned === 0 && page.missedFrom !== undefined) missed = { missedFrom: page.missedFrom };
    for (const event of page.events) {
      if (types.has(event.type)) {
        if (found.length === limit) return { events: found, last, hasMore: true, ...missed };
        found.push(event);
      }
      last = event.sequence;
    }
    if (page.events.length < readAtOnce) return { events: found, last: page.last, hasMore: false, ...missed };
  }
  return { events: found, last, hasMore: true, ...missed };
}
