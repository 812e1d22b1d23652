/** A text is too long for this runtime. It was not read. Over HTTP: 413. */
export class TextTooLargeError extends Error {
  override name = "TextTooLargeError";

  constructor(length: number, limit: number) {
    super(`The text is ${length} characters long; at most ${limit} are allowed. Send a shorter text`);
  }
}

/** Processing a text was stopped because it took too much time, memory or depth. Over HTTP: 422. */
export class TextWorkStoppedError extends Error {
  override name = "TextWorkStoppedError";

  /** @param reason the predicate of the message, such as "takes longer than 2000 ms to read" */
  constructor(reason: string, options?: ErrorOptions) {
    super(`The text ${reason}. Send a shorter or less deeply nested text`, options);
  }
}

/** Too many texts are waiting for the worker. Over HTTP: 503. */
export class TextWorkerBusyError extends Error {
  override name = "TextWorkerBusyError";

  constructor(waiting: number) {
    super(`${waiting} texts are waiting to be read. Try again in a second`);
  }
}

/** Returns the reason why a text was not read. @throws the error if it has another cause */
export function reasonOfRefusal(error: unknown): string {
  const isRefusal =
    error instanceof TextWorkStoppedError ||
    error instanceof TextTooLargeError ||
    error instanceof TextWorkerBusyError;
  if (!isRefusal) throw error;
  return error.message;
}
