/** Callbacks of {@link Signals.listen}. */
export interface SignalListener {
  /** Called for each signal. */
  onSignal: () => void;
  /** Called once if the connection is lost. No signal arrives after it. */
  onEnd: () => void;
}

/** Signals between the processes that use a store. A signal has no content. It may be lost, and may arrive more than once. */
export interface Signals {
  /** Sends a signal to all processes that listen, including this process. */
  send(): Promise<void>;
  /**
   * Listens until the returned function is called. It resolves to undefined if no signal can arrive here, such as behind a proxy that pools
   * transactions.
   */
  listen(listener: SignalListener): Promise<(() => void) | undefined>;
}
