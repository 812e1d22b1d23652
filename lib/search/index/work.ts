/** Units of work of a query before other requests run. They take about 5 ms. */
export const workAtOnce = 100_000;
/** Units of work after which a query leaves out the rest: first typos, then common words. They take about 150 ms. */
export const mostWork = 3_000_000;
/** Number of characters that are read or indexed before other requests run. It takes about 10 ms. */
export const charactersAtOnce = 50_000;

/** Counts work, so that it can pause after a bounded amount. */
export interface Work {
  /** Adds units of work. Returns true if it is time to let other requests run. */
  add(units: number): boolean;
  /** Adds units of work where no pause is possible. The next {@link add} takes them into account. */
  count(units: number): void;
  /** Share of the total that is done. It can exceed 1. */
  readonly share: number;
}

/** Work that pauses to let other requests run. */
export interface Pauses {
  work: Work;
  pause: () => Promise<void>;
}

/** Creates a counter that asks for a pause after every `atOnce` units. */
export function boundedWork(atOnce: number, total: number = Infinity): Work {
  let sincePause = 0;
  let done = 0;
  return {
    add(units) {
      this.count(units);
      if (sincePause < atOnce) return false;
      sincePause = 0;
      return true;
    },
    count(units) {
      sincePause += units;
      done += units;
    },
    get share() {
      return done / total;
    },
  };
}
