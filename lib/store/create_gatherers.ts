import type { Clock } from "../base/time/clock.ts";
import { Gatherer, type GathererParts } from "./ask.ts";
import type { AtomicOperations } from "./contract/atomic_driver.ts";
import { queryByParts } from "./query_by_parts.ts";
import type { RecordOpener } from "./record_opener.ts";
import { TracedGatherer } from "./traced_gatherer.ts";
import type { TraceCall } from "./traced_operations.ts";

/** Dependencies of {@link createGatherers}. */
export interface GathererDeps {
  clock: Clock;
  opener: RecordOpener;
  /** Undefined if calls to the store are not traced. */
  trace: TraceCall | undefined;
}

/** The gatherers of a store. They differ only if the engine has a replica. */
export interface Gatherers {
  /** Sends the questions of requests that need the latest records. */
  latest: Gatherer;
  /** Sends the questions that a replica may answer. */
  replica: Gatherer;
}

/** Creates the gatherers that send queries to an engine. */
export function createGatherers(engine: AtomicOperations, { clock, opener, trace }: GathererDeps): Gatherers {
  const gatherer = (parts: GathererParts): Gatherer =>
    trace === undefined ? new Gatherer(parts) : new TracedGatherer(parts, trace);
  const parts = {
    query: engine.query?.bind(engine) ?? queryByParts(engine),
    atEndOfTick: engine.atEndOfTick?.bind(engine),
    clock,
    opener,
  };
  const latest = gatherer(parts);
  const query = engine.queryReplica?.bind(engine);
  const replica = query === undefined ? latest : gatherer({ ...parts, query, mayBeStale: true });
  return { latest, replica };
}
