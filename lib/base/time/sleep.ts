/** Waits for a number of milliseconds. Rejects with the signal's reason if it aborts first. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Waits with `setTimeout`, then removes its timer and listener. */
export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
