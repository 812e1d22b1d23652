/** Source of the current time. Tests and hosts can replace it. */
export interface Clock {
  /** The current time in milliseconds since the Unix epoch. */
  now(): number;
}

/** The system's clock. */
export const systemClock: Clock = { now: () => Date.now() };
