/** Where the time comes from; injected, so that tests and hosts decide what time it is. */
export interface Clock {
  /** The current time in milliseconds since the Unix epoch. */
  now(): number;
}

/** The system's clock. */
export const systemClock: Clock = { now: () => Date.now() };
