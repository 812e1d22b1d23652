import type { ProblemCode } from "./problem_code.ts";

export type { ProblemCode } from "./problem_code.ts";

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
    title: "A query parameter is invalid",
    advice: "The detail names the parameter and the allowed values.",
    example: "The query parameter limit must be a whole number from 1 to 100",
  },
  "invalid-header": {
    status: 400,
    title: "A header is invalid",
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
    title: "The body is incomplete",
    advice: "Send the complete body.",
    example: "The body ended before it was complete",
  },
  "malformed-json": {
    status: 400,
    title: "The body is not JSON",
    advice: "Send JSON (RFC 8259) in UTF-8.",
    example: "The body must be JSON (RFC 8259) in UTF-8",
  },
  "missing-key": {
    status: 401,
    title: "An API key is required",
    advice: "Send a key in the header `x-api-key`.",
    example: "Send an API key in the header x-api-key",
  },
  "invalid-key": {
    status: 401,
    title: "The API key is not valid",
    advice: "Send a key of this service. An unknown key and a wrong secret get the same response.",
    example: "The value of x-api-key is not a key of this service",
  },
  "expired-key": {
    status: 401,
    title: "The API key has expired",
    advice: "Generate another key. Only a request with the correct secret gets this code.",
    example: "The key has expired. Generate another key",
  },
  "revoked-key": {
    status: 401,
    title: "The API key was revoked",
    advice: "Generate another key. Only a request with the correct secret gets this code.",
    example: "The key was revoked. Generate another key",
  },
  "disabled-key": {
    status: 401,
    title: "The API key is disabled",
    advice: "Enable the key, or send another. Only a request with the correct secret gets this code.",
    example: "The key is disabled. A member who manages keys can enable it",
  },
  "invalid-token": {
    status: 401,
    title: "The access token is not valid",
    advice: "It has expired, or is for another organization. Refresh it, or sign in again.",
    example: "The access token has expired, or is for another organization",
  },
  "inactive-user": {
    status: 401,
    title: "The API key's user is not active",
    advice: "The user who generated the key was disabled, or has left the organization.",
    example: "The key's user was disabled or has left the organization",
  },
  "address-not-allowed": {
    status: 403,
    title: "The API key does not work from this address",
    advice:
      "Send the request from one of the key's networks, or change the networks. The request counts. A server that does not know the address of its client refuses every key with networks.",
    example: "The key works in certain networks only, and your address is in none of them",
  },
  "origin-not-allowed": {
    status: 403,
    title: "The origin or the host name is not allowed",
    advice:
      "Assistants in pages need an origin of the option `cors.origins`. On the loopback interface, use the name `localhost`, or set `--api-origin` to the address of the proxy.",
    example: "Pages of this origin may not use this server",
  },
  "missing-permission": {
    status: 403,
    title: "A permission is missing",
    advice: "The detail names the permission that the key's user lacks.",
    example: "The key needs the permission knowledge:write",
  },
  "grant-refused": {
    status: 403,
    title: "The caller cannot grant or remove permissions that it lacks",
    advice: "Grant or remove only roles and permissions that you have.",
    example: "Cannot generate the key: you do not have the permission members:manage",
  },
  "wrong-organization": {
    status: 403,
    title: "The API key belongs to another organization",
    advice: "Use a key of the organization in the path.",
    example: "The key does not belong to the organization in the path",
  },
  "organization-not-found": {
    status: 404,
    title: "The organization does not exist",
    advice: "Check the slug in the path.",
    example: "No organization has the slug in the path",
  },
  "post-not-found": {
    status: 404,
    title: "The post does not exist",
    advice: "Check the slug. No published post has it.",
    example: "No published post has the slug in the path",
  },
  "page-not-found": {
    status: 404,
    title: "The page does not exist",
    advice: "The detail says how many pages the sitemap has.",
    example: "The sitemap has 3 pages",
  },
  "feed-not-found": {
    status: 404,
    title: "The organization has no feeds",
    advice: "The organization can turn feeds on with `feeds`.",
    example: "The organization in the path has no feeds",
  },
  "path-not-found": {
    status: 404,
    title: "The path does not exist",
    advice: "Check the path. It does not exist in this API.",
    example: "The path does not exist in this API",
  },
  "not-found": {
    status: 404,
    title: "The record does not exist",
    advice: "The record in the path does not exist, or belongs to another organization.",
    example: 'Cannot show the post: "acme" has no "when-we-are-open"',
  },
  "media-not-found": {
    status: 404,
    title: "The file does not exist",
    advice: "Check the hash in the path.",
    example: "No file has the hash in the path",
  },
  "method-not-allowed": {
    status: 405,
    title: "The path does not support the method",
    advice: "The header `Allow` lists the methods of the path.",
    example: "The path supports GET, HEAD, OPTIONS",
  },
  "already-exists": {
    status: 409,
    title: "The record already exists",
    advice: "Choose another slug, or update the existing record.",
    example: 'Cannot create the post: "acme" already has a post with the slug "when-we-are-open"',
  },
  "changed-meanwhile": {
    status: 409,
    title: "The record was changed at the same time",
    advice: "Try again.",
    example: 'Cannot update the post: "when-we-are-open" was changed at the same time, 100 times in a row',
  },
  "unpublished-changes": {
    status: 409,
    title: "The post has unpublished changes",
    advice:
      "Add `changes=publish` or `changes=leave` to publish the post. The detail says what else is allowed.",
    example:
      'Cannot publish the post: "when-we-are-open" has unpublished changes, saved at 2026-06-15T12:00:00.000Z. Set `changes` to `publish` to publish them, too, or to `leave` to keep them unpublished',
  },
  "is-draft": {
    status: 409,
    title: "The post is a draft",
    advice: "Change the draft itself, by `PATCH` or `PUT` of the post.",
    example:
      'Cannot save the working copy: "when-we-are-open" is a draft, which is its own working copy. Change the post itself',
  },
  "submission-changed": {
    status: 409,
    title: "The submission has changed",
    advice: "Read the submission and the text of the post again. Then approve its version, or send it back.",
    example:
      'Cannot approve the submission: the submitted version of "when-we-are-open" is "12-3", and the version of the text is now "12-3.2". Read the submission and the text again',
  },
  "last-owner": {
    status: 409,
    title: "The organization needs an owner",
    advice: "Make another member an owner first.",
    example: 'Cannot remove the member: "3k7xqp2vwm5ctahr" is the last owner of "acme"',
  },
  "webhooks-unavailable": {
    status: 409,
    title: "The server cannot store the secrets of webhooks",
    advice: "Set `POSTERN_SECRET`, or the option `secret` of the host.",
    example:
      'Cannot create the webhook: the option "secret" is missing, which encrypts the secrets of webhooks. Set POSTERN_SECRET to a random text',
  },
  "too-many-webhooks": {
    status: 409,
    title: "The organization has too many webhooks",
    advice: "Delete a webhook that is no longer needed.",
    example: "Cannot create the webhook: an organization can have 50 webhooks",
  },
  "media-in-use": {
    status: 409,
    title: "Posts show the file",
    advice: "Change these posts, or send `force=true`.",
    example: 'Cannot delete the file: it is used by the post "when-we-are-open"',
  },
  "precondition-failed": {
    status: 412,
    title: "A precondition of the request failed",
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
    title: "The text is too long",
    advice: "The detail has the maximum length. On Node, Bun and Deno, a text worker reads longer texts.",
    example: "The text is 300000 characters long; at most 262144 are allowed. Send a shorter text",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The media type is not supported",
    advice: "Send `content-type: application/json`, in UTF-8, without a `content-encoding`.",
    example: "The content-type must be application/json, in UTF-8",
  },
  "range-not-satisfiable": {
    status: 416,
    title: "The file does not have these bytes",
    advice: "The detail has the number of bytes.",
    example: "The file has 9 bytes",
  },
  "unsupported-file": {
    status: 422,
    title: "The file cannot be stored",
    advice: "The detail has the reason.",
    example: "Cannot store the file: it is not of a supported type",
  },
  "invalid-body": {
    status: 422,
    title: "The body is invalid",
    advice: "Each entry of `errors` has the JSON pointer of an invalid value, and the allowed values.",
    example: "Cannot add the text: /text must be 1 to 100000 characters long after trimming",
  },
  "text-too-complex": {
    status: 422,
    title: "The text takes too long to read",
    advice: "Send a shorter or less deeply nested text.",
    example: "The text takes longer than 2000 ms to read. Send a shorter or less deeply nested text",
  },
  "idempotency-key-reused": {
    status: 422,
    title: "The idempotency key was used with a different body",
    advice: "Use a new `Idempotency-Key` for a new body.",
    example: "Cannot add the text: the idempotency key was used with a different body in the last 24 hours",
  },
  "quota-exceeded": {
    status: 429,
    title: "The API key has exceeded its daily request limit",
    advice: "Try again after the seconds in `Retry-After`. The day ends at 00:00 UTC.",
    example: "The key has no requests left on this UTC day",
  },
  "burst-exceeded": {
    status: 429,
    title: "The API key has exceeded its limit per second",
    advice: "Try again after the seconds in `Retry-After`. The request did not count.",
    example: "The key has no requests left in this second",
  },
  "too-many-failures": {
    status: 429,
    title: "Too many failed attempts",
    advice:
      "Your address sent too many invalid keys. Try again after the seconds in `Retry-After`. No key's quota was used.",
    example: "Your address sent too many invalid keys",
  },
  "too-many-previews": {
    status: 429,
    title: "Too many previews",
    advice: "An address may request 120 previews a minute. Try again after the seconds in `Retry-After`.",
    example: "Your address requested too many previews",
  },
  "too-many-searches": {
    status: 429,
    title: "Too many searches",
    advice: "Wait as long as `Retry-After` says, or send a key.",
    example: "Your address sent too many searches without a key",
  },
  "internal-error": {
    status: 500,
    title: "The service has an internal error",
    advice: "The service has a fault. Its operator has the details.",
    example: "The request failed because of an internal error",
  },
  busy: {
    status: 503,
    title: "Too much work is waiting",
    advice: "Try again after the seconds in `Retry-After`.",
    example: "100 texts are waiting to be read. Try again in a second",
  },
  "streams-unavailable": {
    status: 406,
    title: "The host cannot stream",
    advice:
      "Read pages of events: send `Accept: application/json`, and `last` of a page as `after` of the next request.",
    example: "This host sends a response only when it is complete, so it cannot stream events. Read pages",
  },
  "too-many-streams": {
    status: 429,
    title: "Too many event streams are open",
    advice:
      "Connect again after the seconds in `Retry-After`, close other streams of the key, or read pages of events instead.",
    example: "Too many event streams are open. Try again in 5 seconds, or read pages",
  },
  "response-too-large": {
    status: 507,
    title: "The response is too large for the host",
    advice:
      "Request fewer items or fields, or a range of the file. The operator can serve it from a host without the limit.",
    example: "The response has more than 6000000 bytes, and AWS Lambda sends at most 6000000",
  },
  "store-unavailable": {
    status: 503,
    title: "The store does not respond",
    advice: "Try again after the seconds in `Retry-After`. No data was lost, and the key may be valid.",
    example: "Try again in 5 seconds",
  },
  "filter-not-ready": {
    status: 503,
    title: "The index of a field is being built",
    advice:
      "Try again after the seconds in `Retry-After`. Requests without this filter and order are served.",
    example: "The index of the field is being built, and has 12,400 posts so far. Try again in 5 seconds",
  },
  "store-refused": {
    status: 503,
    title: "The store refuses the operation",
    advice:
      "The operator must act, such as free space or give a right. No data was lost, and the key may be valid.",
    example: "The operator of the service finds the reason in its log",
  },
  "search-too-large": {
    status: 507,
    title: "The content is too large for search",
    advice: "The operator can raise `limits.searchBytes`. All other endpoints work.",
    example:
      "Cannot search: the index of the organization needs more than 256 MiB. Raise the option limits.searchBytes",
  },
  "tallies-too-large": {
    status: 507,
    title: "The content has too many tags or authors",
    advice:
      "The operator can keep the posts in Postern's storage, which pages any number of names. All other endpoints work.",
    example:
      'Cannot list the tags of "acme": they have more than 5000000 characters, 50 for each and those of its name',
  },
  "media-unavailable": {
    status: 501,
    title: "The server stores no files",
    advice: "The operator can set the option `media`.",
    example: "This server has no media store",
  },
  "media-full": {
    status: 507,
    title: "The organization has no space for the file",
    advice: "Delete files that are no longer needed.",
    example: 'Cannot store the file: the files of "acme" have 9 of at most 10 bytes',
  },
};
