import { onFirstUse } from "../../base/first_use.ts";
import type { EventConsumer } from "../../events/mod.ts";
import type { People, PeopleDeps } from "./people.ts";

const load = onFirstUse(() => import("./people.ts"));

/** Returns a function that loads the functions for people on first use. A failed load is tried again. */
export function loadPeople(deps: PeopleDeps): () => Promise<People> {
  let people: People | undefined;
  return async () => {
    const { People: Loaded } = await load();
    return (people ??= new Loaded(deps));
  };
}

/** Creates the consumer that mails notices of keys. It works by time, so it ignores the events. */
export function keyNotices(people: () => Promise<People>): EventConsumer {
  let next: number | undefined;
  return {
    isPeriodic: true,
    deliver: async (round) => {
      if (next === undefined || round.now >= next) next = await (await people()).sendKeyNotices(round);
    },
    nextAt: () => next,
  };
}
