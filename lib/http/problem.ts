import type { InvalidField } from "../errors.ts";

/** The code of a problem; it stays the same for good. */
export type ProblemCode =
  | "malformed-path"
  | "invalid-parameter"
  | "invalid-header"
  | "missing-body"
  | "incomplete-body"
  | "malformed-json"
  | "missing-key"
  | "invalid-key"
  | "expired-key"
  | "revoked-key"
  | "inactive-user"
  | "missing-permission"
  | "grant-refused"
  | "wrong-organization"
  | "organization-not-found"
  | "post-not-found"
  | "feed-not-found"
  | "page-not-found"
  | "path-not-found"
  | "not-found"
  | "method-not-allowed"
  | "already-exists"
  | "changed-meanwhile"
  | "last-owner"
  | "precondition-failed"
  | "body-too-large"
  | "unsupported-media-type"
  | "invalid-body"
  | "idempotency-key-reused"
  | "quota-exceeded"
  | "burst-exceeded"
  | "too-many-failures"
  | "internal-error"
  | "store-unavailable";

/** What can go wrong with a request: the problem's code, its status and its title. */
const problems: Readonly<Record<ProblemCode, readonly [status: number, title: string]>> = {
  "malformed-path": [400, "The path is malformed"],
  "invalid-parameter": [400, "A query parameter is not allowed"],
  "invalid-header": [400, "A header is not allowed"],
  "missing-body": [400, "The request has no body"],
  "incomplete-body": [400, "The body ended too soon"],
  "malformed-json": [400, "The body is not JSON"],
  "missing-key": [401, "An API key is needed"],
  "invalid-key": [401, "The API key is not valid"],
  "expired-key": [401, "The API key has expired"],
  "revoked-key": [401, "The API key was revoked"],
  "inactive-user": [401, "The API key's user is not active"],
  "missing-permission": [403, "A permission is missing"],
  "grant-refused": [403, "More is to be granted than the caller has"],
  "wrong-organization": [403, "The API key belongs to another organization"],
  "organization-not-found": [404, "There is no such organization"],
  "post-not-found": [404, "There is no such post"],
  "feed-not-found": [404, "There is no such feed"],
  "page-not-found": [404, "There is no such page"],
  "path-not-found": [404, "There is no such path"],
  "not-found": [404, "The organization has nothing of this name"],
  "method-not-allowed": [405, "The method is not allowed here"],
  "already-exists": [409, "It exists already"],
  "changed-meanwhile": [409, "It was changed at the same time"],
  "last-owner": [409, "The organization needs an owner"],
  "precondition-failed": [412, "It is not what the request expects"],
  "body-too-large": [413, "The body is too large"],
  "unsupported-media-type": [415, "The media type is not supported"],
  "invalid-body": [422, "The body is not allowed"],
  "idempotency-key-reused": [422, "The idempotency key was used with another body"],
  "quota-exceeded": [429, "The API key has exceeded its daily request limit"],
  "burst-exceeded": [429, "The API key has exceeded its limit per second"],
  "too-many-failures": [429, "Too many failed attempts"],
  "internal-error": [500, "Something went wrong on our side"],
  "store-unavailable": [503, "The store does not answer"],
};

/** A problem detail (RFC 9457), as it is sent. */
export interface ProblemDetail {
  /** URI of the problem's description. */
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  /** What is wrong where, for bodies. */
  errors?: InvalidField[];
}

/** Where the problems are described; relative to the API's own address. */
const descriptions = "/api/public/v1/docs/problems";

/** A request that is answered with a problem detail. */
export class ProblemError extends Error {
  override name = "ProblemError";
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly InvalidField[] | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    options: { headers?: Record<string, string>; fields?: readonly InvalidField[]; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.fields = options.fields;
  }

  get status(): number {
    return problems[this.code][0];
  }

  /** The body of the answer, of an API that is mounted at `basePath`. */
  toDetail(basePath: string): ProblemDetail {
    const [status, title] = problems[this.code];
    const type = `${basePath}${descriptions}#${this.code}`;
    const detail: ProblemDetail = { type, title, status, detail: this.message, code: this.code };
    return this.fields === undefined ? detail : { ...detail, errors: [...this.fields] };
  }
}
