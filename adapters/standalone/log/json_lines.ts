import { hostname } from "node:os";
import { targetOf } from "../../../lib/http/mod.ts";
import type { Observation } from "../observation.ts";
import { stackOf } from "../../../lib/base/report_error.ts";
import { withoutSecrets } from "../../../lib/base/secrets/without_secrets.ts";

/** The log levels of pino, which most log readers know. */
export const logLevels = { debug: 20, info: 30, warn: 40, error: 50 } as const;

/** The lowest level that is written. */
export type LogLevel = keyof typeof logLevels;

/** Process fields of every line, as in pino. */
const processFields = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;

/** Formats a message with its error. */
export function jsonMessage(level: LogLevel, message: string, error?: unknown): string {
  const about = error === undefined ? "" : `,${errorField(error)}`;
  return `${head(level)}${about},"msg":${JSON.stringify(message)}}\n`;
}

/**
 * Formats a request in the fields of pino-http. Only these headers are logged, without their secrets. Strings are joined directly, because
 * `JSON.stringify` of an object is slower.
 */
export function jsonRequest(
  level: LogLevel,
  { id, message, response, about, bytes, milliseconds }: Observation,
): string {
  const { headers, socket, method = "", url = "" } = message;
  const { route, keyId, organizationSlug, code, error } = about;
  const request =
    `"id":${quoted(id)},"method":"${method}","url":${quoted(withoutSecrets(targetOf(url)))}` +
    `,"remoteAddress":${quoted(socket.remoteAddress)},"headers":{"host":${quoted(headers.host && withoutSecrets(headers.host))}` +
    `${sentField("user-agent", headers["user-agent"])}${sentField("referer", headers.referer)}${sentField("x-forwarded-for", headers["x-forwarded-for"])}}`;
  const known =
    field("route", route) +
    field("keyId", keyId) +
    field("organizationSlug", organizationSlug) +
    field("code", code);
  const length = bytes === undefined ? "" : `,"bytes":${bytes}`;
  const failure = error === undefined ? "" : `,${errorField(error)}`;
  const time = Math.round(milliseconds * 1000) / 1000;
  const outcome = response.writableFinished ? "request completed" : "request aborted";
  return (
    `${head(level)},"req":{${request}},"res":{"statusCode":${response.statusCode}${length}}` +
    `,"responseTime":${time}${known}${failure},"msg":"${outcome}"}\n`
  );
}

function head(level: LogLevel): string {
  return `{"level":${logLevels[level]},"time":${Date.now()},${processFields}`;
}

function field(name: string, value: string | string[] | undefined): string {
  return value === undefined ? "" : `,"${name}":${quoted(String(value))}`;
}

/** Formats a field with a value from a client, without its secrets. */
function sentField(name: string, value: string | string[] | undefined): string {
  return value === undefined ? "" : field(name, withoutSecrets(String(value)));
}

/** Text that JSON does not escape, which includes nearly all logged text. */
const plain = /^[ !#-[\]-~]*$/;

/** Control characters that JSON does not escape, although terminals interpret them as commands. */
const laterControls = /[\x7f-\x9f]/g;

function quoted(value: string | undefined): string {
  if (value === undefined) return "null";
  return plain.test(value) ? `"${value}"` : JSON.stringify(value).replace(laterControls, escaped);
}

function escaped(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}

/** Formats an error as pino does. The stack includes the causes, as in Node's output. */
function errorField(error: unknown): string {
  const known = error instanceof Error ? error : new Error(String(error));
  const { name, message } = known;
  return `"err":${JSON.stringify({ type: name, message, stack: stackOf(known) })}`;
}
