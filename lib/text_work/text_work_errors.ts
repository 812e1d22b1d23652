/** A text is too long for this runtime to work on. Nothing was read of it. Over HTTP: 413. */
export class TextTooLargeError extends Error {
  override name = "TextTooLargeError";

  constructor(length: number, limit: number) {
    super(`The text is ${length} characters long; at most ${limit} are allowed here. Send a shorter text`);
  }
}

/** Work on a text took too much time, memory or depth and was stopped. Over HTTP: 422. */
export class TextWorkStoppedError extends Error {
  override name = "TextWorkStoppedError";

  /** @param reason what the text does: "takes longer than 2000 ms to read" */
  constructor(reason: string, options?: ErrorOptions) {
    super(`The text ${reason}. Send a shorter or less deeply nested text`, options);
  }
}

/** Too many texts are waiting to be worked on. Over HTTP: 503. */
export class TextWorkerBusyError extends Error {
  override name = "TextWorkerBusyError";

  constructor(waiting: number) {
    super(`${waiting} texts are waiting to be read. Try again in a second`);
  }
}
