import type { Committed, Conflict, KnownAddress } from "../../lib/store/mod.ts";
import { EndOfTurn } from "../end_of_turn.ts";
import { type Count, type Found, type Reader, TurnCall } from "./turn_call.ts";

/** How calls are sent. */
export interface CallSender {
  /** Sends a call, and tells it what comes of it. */
  send(call: TurnCall): void;
  /** Whether a call can touch more than one partition: in a cluster they lie on different servers. It may be found out late that they do. */
  joinsPartitions: boolean;
}

/**
 * Sends what is asked for in one turn of the event loop together, at the end of the turn. Nothing joins what was sent before it was asked
 * for, so a read sees every commit that was acknowledged before.
 */
export class GatheredCalls {
  readonly #sender: CallSender;
  readonly #vouchFor: (found: Found[]) => Promise<Found[]>;
  readonly #turn = new EndOfTurn(() => this.#sendAll());
  /** By partition where each has its own. */
  #calls = new Map<string, TurnCall[]>();

  /** @param vouchFor called before a reader is told that a record does not exist */
  constructor(sender: CallSender, vouchFor: (found: Found[]) => Promise<Found[]>) {
    this.#sender = sender;
    this.#vouchFor = vouchFor;
  }

  /** Counts, or commits alone where there is more to it. */
  count(given: Omit<Count, "resolve" | "reject">): Promise<Committed | Conflict> {
    const { partition, check, sums, commitAlone } = given;
    return new Promise((resolve, reject) => {
      const calls = this.#callsFor(partition);
      let call = calls.at(-1);
      if (!call?.hasRoomToCount) calls.push((call = new TurnCall()));
      call.addCount({ partition, check, sums, commitAlone, resolve, reject });
    });
  }

  /** What is found at each address. */
  read(addresses: readonly KnownAddress[]): Promise<Found[]> {
    if (addresses.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const reader: Reader = {
        reads: [],
        left: addresses.length,
        resolve: (found) => resolve(found.includes(null) ? this.#vouchFor(found) : found),
        reject,
      };
      for (const address of addresses) this.#addRead(address, reader);
    });
  }

  /** Calls the action before what is asked for in this turn is sent. */
  beforeSending(action: () => void): void {
    this.#turn.before(action);
  }

  /** Sends what was asked for, without waiting for the end of the turn. */
  flush(): void {
    this.#turn.flush();
  }

  #sendAll(): void {
    const places = this.#calls;
    // Not cleared: V8 links emptied maps to each other, so that what was in them outlives the turn.
    this.#calls = new Map();
    for (const calls of places.values()) for (const call of calls) this.#sender.send(call);
  }

  #addRead(address: KnownAddress, reader: Reader): void {
    const calls = this.#callsFor(address.partition);
    let call = calls.find(({ hasRoomToRead }) => hasRoomToRead);
    if (call === undefined) calls.push((call = new TurnCall()));
    call.addRead(address, reader);
  }

  #callsFor(partition: string): TurnCall[] {
    const place = this.#sender.joinsPartitions ? "" : partition;
    let calls = this.#calls.get(place);
    if (calls === undefined) {
      this.#turn.schedule();
      this.#calls.set(place, (calls = []));
    }
    return calls;
  }
}
