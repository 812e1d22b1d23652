/** A round of the worker. */
export interface DeliveryRound {
  /** Milliseconds since the epoch. */
  now: number;
  /**
   * Slugs of organizations that may have new events in the log since the last round that the consumer completed. The first round of
   * `events.start` names all organizations.
   */
  changed: ReadonlySet<string>;
  /** Returns true when the worker stops. On Cloudflare Workers, a signal could be read only by the request that created it. */
  isStopping: () => boolean;
}

/**
 * A part of the API that sends events elsewhere. It keeps its own position in the log, because a round may be repeated.
 * Two processes may also run a round at the same time.
 */
export interface EventConsumer {
  /**
   * Sends events. It is not called again before it ends. If it throws, the next round names the same organizations again. Rounds come twice a
   * second while the consumer has work, and immediately after this process has appended events to the log.
   */
  deliver(round: DeliveryRound): Promise<void>;

  /** Waits for the work that `deliver` started and did not wait for. The worker calls it before it ends. Default: there is no such work. */
  settle?(): Promise<void>;

  /** True if its work comes by time alone, such as a sweep, so that no event waits for it. Default: false. */
  readonly isPeriodic?: boolean;

  /** Time of the consumer's next work, in milliseconds since the epoch. Undefined until new events. Default: undefined. */
  nextAt?(): number | undefined;
}
