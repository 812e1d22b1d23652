import type { Emit } from "../base/emit.ts";
import type { ChangeHooks } from "./change_event.ts";
import { EventLog } from "./event_log.ts";
import { Outbox, type OutboxDeps } from "./outbox.ts";
import { Relay } from "./relay.ts";

/** Writers and reader of events, for the rooms whose changes have events. */
export interface EventLogParts {
  outbox: Outbox;
  relay: Relay;
  log: EventLog;
}

/** Creates the event log of a store, and its writers. The hooks are called with each event that this process appends. */
export function createEventLog(deps: OutboxDeps & { emit: Emit<ChangeHooks> }): EventLogParts {
  const outbox = new Outbox(deps);
  outbox.onAppended((_organizationSlug, events) => {
    for (const event of events) void deps.emit(event.type, event as never);
  });
  return { outbox, relay: new Relay({ ...deps, outbox }), log: new EventLog(deps.store) };
}
