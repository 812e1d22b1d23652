/** An invalid place of an input: its JSON pointer (RFC 6901), and the rule that it breaks. */
export interface InvalidField {
  pointer: string;
  message: string;
}

/** Maximum number of invalid fields that an error lists. */
const mostFields = 20;

/** The input of a management method, such as `api.posts.create`, is invalid. */
export class InvalidInputError extends Error {
  override name = "InvalidInputError";
  /** The first 20 invalid fields. */
  readonly fields: readonly InvalidField[];
  /** The number of further invalid fields, as the message ends: `and 4,180 more`. Empty if all are listed. */
  readonly more: string;

  constructor(action: string, fields: readonly InvalidField[]) {
    const shown = fields.slice(0, mostFields);
    const rest = fields.length - shown.length;
    const more = rest === 0 ? "" : `and ${rest.toLocaleString("en-US")} more`;
    const reasons = shown.map(({ pointer, message }) => (pointer ? `${pointer} ${message}` : message));
    super(`${action}: ${[...reasons, ...(more === "" ? [] : [more])].join("; ")}`);
    this.fields = shown;
    this.more = more;
  }
}

/** The object to create already exists. */
export class AlreadyExistsError extends Error {
  override name = "AlreadyExistsError";
}

/** The object of a management method does not exist. */
export class NotFoundError extends Error {
  override name = "NotFoundError";
}

/** @param action such as "Cannot add the text" */
export function noOrganization(action: string, slug: string): NotFoundError {
  return new NotFoundError(`${action}: there is no organization "${slug}"`);
}

/** The object has changed since the caller read it. Over HTTP: 412. */
export class PreconditionFailedError extends Error {
  override name = "PreconditionFailedError";
}

/** The organization would be left without an owner. Over HTTP: 409. */
export class LastOwnerError extends Error {
  override name = "LastOwnerError";
}

/** Concurrent writers changed the same record during every attempt to write it. */
export class ContentionError extends Error {
  override name = "ContentionError";
}

/** The store did not respond, or responded with an error (see `cause`). Over HTTP: 503. */
export class StoreUnavailableError extends Error {
  override name = "StoreUnavailableError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot use the store: ${reason}`, { cause });
  }
}

/** The index of a field is being built, so lists cannot be filtered and sorted by it yet. Over HTTP: 503. */
export class FilterNotReadyError extends Error {
  override name = "FilterNotReadyError";

  /** @param posts number of posts that the index has */
  constructor(posts: number) {
    super(`The index of the field is being built, and has ${posts.toLocaleString("en-US")} posts so far`);
  }
}

/** The store refuses an operation, and would refuse it again (see `cause`): a right is missing, or its disk is full. Over HTTP: 503. */
export class StoreRefusedError extends StoreUnavailableError {
  override name = "StoreRefusedError";
}

/** A change is larger than the store takes. Nothing was written. Over HTTP: 413. */
export class StoreLimitError extends RangeError {
  override name = "StoreLimitError";
  /** Name of the exceeded limit of the storage driver. */
  readonly limit: string;

  constructor(reason: string, limit: string) {
    super(`Cannot write to the store: ${reason}`);
    this.limit = limit;
  }
}

/** A later version of Postern wrote the store, or one of its records. */
export class UnknownSchemaVersionError extends Error {
  override name = "UnknownSchemaVersionError";

  constructor(found: unknown, known: number) {
    super(
      `Cannot read the store: its records have schema version ${String(found)}, but this version of Postern reads up to ${known}; ` +
        "use the version that wrote them, or a later version",
    );
  }
}
