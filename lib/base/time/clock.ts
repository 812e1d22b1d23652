/** Source of the current time. Tests and hosts can replace it. */
export interface Clock {
  /** The current time in milliseconds since the Unix epoch. */
  now(): number;
}

/** Maximum difference between the clocks of two hosts, in milliseconds. A greater difference means that one of the clocks is wrong. */
export const clockTolerance = 60_000;

/** The system's clock. */
export const systemClock: Clock = { now: () => Date.now() };
