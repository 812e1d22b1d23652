/** Waits for some milliseconds; rejects with the reason of the signal when that aborts before. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Waits by `setTimeout`, and leaves neither timer nor listener behind. */
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
