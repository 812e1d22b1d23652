import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** What a caller may send: visible ASCII, short enough for every line of a log. */
const sane = /^[\x21-\x7e]{1,128}$/;

/** The request's id as a proxy gave it in `x-request-id`, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && sane.test(given) ? given : randomUUID();
}
