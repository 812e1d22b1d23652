/**
 * Returns the id of a request of JSON-RPC, null if its id cannot be kept exactly, or undefined for a notification. Numbers beyond 2^53 lose
 * digits, and the protocol allows only texts and integers.
 */
export function requestIdOf(message: unknown): string | number | null | undefined {
  if (typeof message !== "object" || message === null || !("id" in message)) return undefined;
  const { id } = message;
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
}
