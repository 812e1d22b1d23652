import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { withoutSecrets } from "./log/without_secrets.ts";

/** What a caller may send: visible ASCII, short enough for every line of a log. */
const sane = /^[\x21-\x7e]{1,128}$/;

/** The id that a proxy sent in `x-request-id`, or a new one where that is malformed or holds a secret. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && sane.test(given) && withoutSecrets(given) === given ? given : newId();
}

/** Random bytes of an id, which are twice as many hexadecimal digits: the form of nginx's `$request_id`. */
const idBytes = 16;

function newId(): string {
  return randomBytes(idBytes).toString("hex");
}
