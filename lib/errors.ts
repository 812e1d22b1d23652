import type { AtomicScope } from "./store/atomic_driver.ts";

/** What is wrong with one place of an input: a JSON pointer (RFC 6901) and what is allowed there. */
export interface InvalidField {
  pointer: string;
  message: string;
}

/** An input that is well-formed but not allowed. Thrown by the management methods (`api.posts.create`, …). */
export class InvalidInputError extends Error {
  override name = "InvalidInputError";
  readonly fields: readonly InvalidField[];

  constructor(action: string, fields: readonly InvalidField[]) {
    const reasons = fields.map(({ pointer, message }) => (pointer ? `${pointer} ${message}` : message));
    super(`${action}: ${reasons.join("; ")}`);
    this.fields = fields;
  }
}

/** Something that is to be created exists already. */
export class AlreadyExistsError extends Error {
  override name = "AlreadyExistsError";
}

/** What a management method was asked to work on does not exist. */
export class NotFoundError extends Error {
  override name = "NotFoundError";
}

/** What is to be changed is not, or no longer, what whoever changes it saw. Over HTTP: 412. */
export class PreconditionFailedError extends Error {
  override name = "PreconditionFailedError";
}

/** The organization would be left without an owner. Over HTTP: 409. */
export class LastOwnerError extends Error {
  override name = "LastOwnerError";
}

/** The same record was changed by someone else, again and again, while it was being written. */
export class ContentionError extends Error {
  override name = "ContentionError";
}

/** The store did not answer, or answered with an error (see `cause`). Over HTTP: 503. */
export class StoreUnavailableError extends Error {
  override name = "StoreUnavailableError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot use the store: ${reason}`, { cause });
  }
}

/** The store, or a record of it, was written by a later version of Postern than this one. */
export class UnknownSchemaVersionError extends Error {
  override name = "UnknownSchemaVersionError";

  constructor(found: unknown, known: number) {
    super(
      `Cannot read the store: its records are of schema version ${String(found)}, and this version of Postern knows up to ${known}; ` +
        "use the version that wrote them, or a later one",
    );
  }
}

/** The storage is eventually consistent: two requests in two places would count from the same value. */
export class EventuallyConsistentStorageError extends Error {
  override name = "EventuallyConsistentStorageError";

  constructor(storage: string) {
    super(
      `Cannot use the storage: ${storage} is eventually consistent, so requests in two places would count from the ` +
        "same value, and no quota would hold; on Workers, use postern/storage-drivers/durable-object",
    );
  }
}

/** The storage engine's atomicity does not reach as far as the deployment. */
export class WeakStorageError extends Error {
  override name = "WeakStorageError";

  constructor(driver: string, scope: AtomicScope, deployment: AtomicScope) {
    super(
      `Cannot use the storage: the driver "${driver}" is atomic within one ${scope}, ` +
        `and the deployment is configured as "${deployment}"`,
    );
  }
}
