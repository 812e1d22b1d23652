/**
 * Yields to the event loop, so that work on many records with immediate reads does not block other requests. Then throws the reason of the
 * signal if it has aborted.
 */
export async function othersTurn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}
