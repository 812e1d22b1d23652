/** Code of a problem. Codes never change. */
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
  | "text-too-large"
  | "unsupported-media-type"
  | "invalid-body"
  | "text-too-complex"
  | "idempotency-key-reused"
  | "quota-exceeded"
  | "burst-exceeded"
  | "too-many-failures"
  | "internal-error"
  | "busy"
  | "store-unavailable";

/** Description of a problem for the documentation. Backticks mark code. */
export interface ProblemDescription {
  status: number;
  title: string;
  /** Advice for the client. */
  advice: string;
  /** Example of a `detail` text. */
  example: string;
}

/** All problems, each described once. */
export const problems: Readonly<Record<ProblemCode, ProblemDescription>> = {
  "malformed-path": {
    status: 400,
    title: "The path is malformed",
    advice:
      "Percent-encode each segment as UTF-8, at most 1,000 characters. `\\`, control characters, and segments `.` and `..` are refused.",
    example: "The path's slug must be percent-encoded UTF-8",
  },
  "invalid-parameter": {
    status: 400,
    title: "A query parameter is not allowed",
    advice: "The detail names the parameter and the allowed values.",
    example: "The query parameter limit must be a whole number from 1 to 100",
  },
  "invalid-header": {
    status: 400,
    title: "A header is not allowed",
    advice: "The detail names the header and the allowed values.",
    example: "The header Idempotency-Key must be 1 to 255 characters long",
  },
  "missing-body": {
    status: 400,
    title: "The request has no body",
    advice: "Send a JSON object.",
    example: "Send a JSON object as the body",
  },
  "incomplete-body": {
    status: 400,
    title: "The body ended too soon",
    advice: "Send the whole body.",
    example: "The body ended before it was whole",
  },
  "malformed-json": {
    status: 400,
    title: "The body is not JSON",
    advice: "Send JSON (RFC 8259) in UTF-8.",
    example: "The body must be JSON (RFC 8259) in UTF-8",
  },
  "missing-key": {
    status: 401,
    title: "An API key is needed",
    advice: "Send a key in the header `x-api-key`.",
    example: "Send an API key in the header x-api-key",
  },
  "invalid-key": {
    status: 401,
    title: "The API key is not valid",
    advice:
      "This is not a valid API key for this service. An unknown key and a wrong secret get the same response.",
    example: "The value of x-api-key is not a key of this service",
  },
  "expired-key": {
    status: 401,
    title: "The API key has expired",
    advice: "Generate another key. Only a request with the correct secret gets this code.",
    example: "The key has expired: generate another one",
  },
  "revoked-key": {
    status: 401,
    title: "The API key was revoked",
    advice: "Generate another key. Only a request with the correct secret gets this code.",
    example: "The key was revoked: generate another one",
  },
  "inactive-user": {
    status: 401,
    title: "The API key's user is not active",
    advice: "The user who generated the key was disabled, or has left the organization.",
    example: "The key's user was disabled or has left the organization",
  },
  "missing-permission": {
    status: 403,
    title: "A permission is missing",
    advice: "The detail names the permission that the key's user lacks.",
    example: "The key needs the permission knowledge:write",
  },
  "grant-refused": {
    status: 403,
    title: "More is to be granted than the caller has",
    advice: "Grant or remove only roles and permissions that you have.",
    example: "Cannot generate the key: the permission members:manage is more than you have",
  },
  "wrong-organization": {
    status: 403,
    title: "The API key belongs to another organization",
    advice: "Use a key of the organization in the path.",
    example: "The key belongs to another organization than the one in the path",
  },
  "organization-not-found": {
    status: 404,
    title: "There is no such organization",
    advice: "Check the slug in the path.",
    example: "No organization has the slug in the path",
  },
  "post-not-found": {
    status: 404,
    title: "There is no such post",
    advice: "Check the slug. No published post has it.",
    example: "No published post has the slug in the path",
  },
  "page-not-found": {
    status: 404,
    title: "There is no such page",
    advice: "The detail says how many pages the sitemap has.",
    example: "The sitemap has 3 pages",
  },
  "feed-not-found": {
    status: 404,
    title: "There is no such feed",
    advice: "The organization can turn feeds on with `feeds`.",
    example: "The organization in the path has no feeds",
  },
  "path-not-found": {
    status: 404,
    title: "There is no such path",
    advice: "Check the path. This API does not have it.",
    example: "The path is none of this API's",
  },
  "not-found": {
    status: 404,
    title: "The organization has nothing of this name",
    advice: "The record in the path does not exist, or belongs to another organization.",
    example: 'Cannot show the post: "acme" has no "when-we-are-open"',
  },
  "method-not-allowed": {
    status: 405,
    title: "The method is not allowed here",
    advice: "The header `Allow` lists the methods of the path.",
    example: "The path answers GET, HEAD, OPTIONS",
  },
  "already-exists": {
    status: 409,
    title: "It exists already",
    advice: "Choose another slug, or update the existing record.",
    example: 'Cannot create the post: "acme" already has a post with the slug "when-we-are-open"',
  },
  "changed-meanwhile": {
    status: 409,
    title: "It was changed at the same time",
    advice: "Try again.",
    example: 'Cannot update the post: "when-we-are-open" was changed at the same time, 5 times in a row',
  },
  "last-owner": {
    status: 409,
    title: "The organization needs an owner",
    advice: "Make another member an owner first.",
    example: 'Cannot remove the member: "3k7xqp2vwm5ctahr" is the last owner of "acme"',
  },
  "precondition-failed": {
    status: 412,
    title: "It is not what the request expects",
    advice: "Read the record again, and send its current `ETag`.",
    example: 'Cannot put the post: "when-we-are-open" has changed since you read it. Its tag is now "12-3"',
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    advice: "The detail has the maximum size.",
    example: "The body must be at most 1048576 bytes long",
  },
  "text-too-large": {
    status: 413,
    title: "The text is too long to be read here",
    advice: "The detail has the maximum length. On Node, Bun and Deno, a text worker reads longer texts.",
    example: "The text is 300000 characters long; at most 262144 are allowed here. Send a shorter text",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The media type is not supported",
    advice: "Send `content-type: application/json`, in UTF-8, without a `content-encoding`.",
    example: "The content-type must be application/json, in UTF-8",
  },
  "invalid-body": {
    status: 422,
    title: "The body is not allowed",
    advice: "Each entry of `errors` has the JSON pointer of an invalid value, and the allowed values.",
    example: "Cannot add the text: /text must be 1 to 100000 characters long after trimming",
  },
  "text-too-complex": {
    status: 422,
    title: "The text takes too long to be read",
    advice: "Send a shorter or less deeply nested text.",
    example: "The text takes longer than 2000 ms to read. Send a shorter or less deeply nested text",
  },
  "idempotency-key-reused": {
    status: 422,
    title: "The idempotency key was used with another body",
    advice: "Use a new `Idempotency-Key` for a new body.",
    example: "Cannot add the text: the idempotency key was used with a different body in the last 24 hours",
  },
  "quota-exceeded": {
    status: 429,
    title: "The API key has exceeded its daily request limit",
    advice: "Try again after the seconds in `Retry-After`. The day ends at 00:00 UTC.",
    example: "The key's requests of this day (UTC) are used up",
  },
  "burst-exceeded": {
    status: 429,
    title: "The API key has exceeded its limit per second",
    advice: "Try again after the seconds in `Retry-After`. The request did not count.",
    example: "The key's requests of this second are used up",
  },
  "too-many-failures": {
    status: 429,
    title: "Too many failed attempts",
    advice:
      "Your address sent too many invalid keys. Try again after the seconds in `Retry-After`. No key's quota was used.",
    example: "Too many values that are no keys came from your address",
  },
  "internal-error": {
    status: 500,
    title: "Something went wrong on our side",
    advice: "A fault of the service. The operator has the details.",
    example: "The request could not be answered",
  },
  busy: {
    status: 503,
    title: "Too many long texts are waiting",
    advice: "Try again after the seconds in `Retry-After`.",
    example: "100 texts are waiting to be read. Try again in a second",
  },
  "store-unavailable": {
    status: 503,
    title: "The store does not answer",
    advice: "Try again after the seconds in `Retry-After`. No data was lost, and the key may be valid.",
    example: "Try again in 5 seconds",
  },
};
