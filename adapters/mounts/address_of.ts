/**
 * Returns a function that reads the address of a client when the API needs it. Frameworks throw where the address is unknown, such as
 * during a build. The address is empty then.
 */
export function addressOf(read: () => string | undefined): () => string {
  return () => {
    try {
      return read() ?? "";
    } catch {
      return "";
    }
  };
}
