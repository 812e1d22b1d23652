/** The parts of an error of a client that say why a server cannot be used. */
export interface RootCause {
  name: string;
  message: string;
  /** Code of the server or of the system, if there is one. */
  code: string | undefined;
}

/** Returns the innermost cause of a client's error: of a statement without a connection, the reason why there is none. */
export function rootCauseOf(error: unknown): RootCause {
  if (!(error instanceof Error)) return { name: "", message: String(error), code: undefined };
  // A cluster of ioredis has the error of the last node that it tried.
  const { cause = (error as { lastNodeError?: unknown }).lastNodeError } = error;
  if (cause instanceof Error) return rootCauseOf(cause);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { name: error.name, message: error.message, code };
}
