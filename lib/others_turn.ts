/** Yields to the event loop, so that work on many records with immediate reads does not block other requests. */
export async function othersTurn(): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, 0));
}
