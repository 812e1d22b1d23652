import { BoundedMap } from "../base/bounded_map.ts";
import type { Store } from "../store/mod.ts";
import {
  lastEventLocation,
  pendingKey,
  type PendingMark,
  pendingPartition,
  pendingPrefix,
  relayKey,
  type RelayMark,
  relayPrefix,
} from "./event_records.ts";
import { type MarkRound, Marks } from "./marks.ts";
import type { Outbox } from "./outbox.ts";
import type { Relay } from "./relay.ts";

/** Number of organizations whose last event is read in one round trip. */
const readAtOnce = 500;

/** Dependencies of {@link MarkedOutboxes}. */
export interface MarkedOutboxesDeps {
  store: Store;
  outbox: Outbox;
  relay: Relay;
  /** Runs a task whose error must not stop the rest. */
  attempt: (task: () => Promise<void>) => Promise<void>;
  /** Called for each organization with new events in its log. */
  onNew: (organizationSlug: string) => void;
}

/** Moves events that ended processes left in marked outboxes, and finds organizations with new events. */
export class MarkedOutboxes {
  readonly #deps: MarkedOutboxesDeps;
  readonly #marks: Marks<PendingMark>;
  readonly #relayMarks: Marks<RelayMark>;
  /** Versions of the records with the last sequence number, by organization. */
  readonly #lastEvents = new BoundedMap<string>(100_000);

  constructor(deps: MarkedOutboxesDeps) {
    this.#deps = deps;
    this.#marks = new Marks(deps.store);
    this.#relayMarks = new Marks(deps.store);
  }

  async look(round: MarkRound): Promise<void> {
    const { store, outbox, attempt } = this.#deps;
    await this.#lookAtRelays(round);
    const turns = store.turns();
    const listed = store.listPages<PendingMark>(pendingPartition, { prefix: pendingPrefix }, readAtOnce);
    for await (const marks of listed) {
      const slugs = marks.map(({ data }) => data.organizationSlug);
      for (const [index, mark] of marks.entries()) {
        if (turns.isOver) await turns.next();
        const slug = slugs[index] ?? "";
        const drain = (): Promise<void> => outbox.drain(slug);
        await attempt(() => this.#marks.visit(mark, pendingKey(slug), round, drain));
      }
      const found = await store.getReadable<object[]>(slugs.map(lastEventLocation));
      for (const [index, slug] of slugs.entries()) this.#noteIfNew(slug, found[index]?.version);
    }
  }

  async #lookAtRelays(round: MarkRound): Promise<void> {
    const { store, relay, attempt } = this.#deps;
    const marks = store.listAll<RelayMark>(pendingPartition, { prefix: relayPrefix });
    for await (const mark of marks) {
      const { partition } = mark.data;
      const move = (): Promise<void> => relay.move(partition);
      await attempt(() => this.#relayMarks.visit(mark, relayKey(partition), round, move));
    }
  }

  #noteIfNew(organizationSlug: string, version: string | undefined): void {
    if (version === undefined || this.#lastEvents.get(organizationSlug) === version) return;
    this.#lastEvents.set(organizationSlug, version);
    this.#deps.onNew(organizationSlug);
  }
}
