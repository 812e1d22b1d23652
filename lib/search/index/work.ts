/** Units of work of a query before other requests run. They take about 10 ms. */
export const workAtOnce = 200_000;
/** Number of characters that are read or indexed before other requests run. It takes about 10 ms. */
export const charactersAtOnce = 50_000;

/** Counts work, so that it can pause after a bounded amount. */
export interface Work {
  /** Adds units of work. Returns true if it is time to let other requests run. */
  add(units: number): boolean;
}

/** Work that pauses to let other requests run. */
export interface Pauses {
  work: Work;
  pause: () => Promise<void>;
}

/** Creates a counter that asks for a pause after every `most` units. */
export function boundedWork(most: number): Work {
  let done = 0;
  return {
    add(units) {
      done += units;
      if (done < most) return false;
      done = 0;
      return true;
    },
  };
}
