import { targetOf } from "../../../lib/http/mod.ts";
import type { Observation } from "../observation.ts";
import { type LogLevel, stackOf } from "./json_lines.ts";
import { withoutSecrets } from "../../../lib/base/secrets/without_secrets.ts";

/** Control characters except tabs and line breaks. Terminals interpret them as commands. */
const controls = /(?![\t\n])\p{Cc}/gu;

/** Formats a message for a terminal, followed by the error's stack. */
export function textMessage(level: LogLevel, message: string, error?: unknown): string {
  const mark = level === "info" ? "" : `${level}: `;
  const stack = error instanceof Error ? `\n${stackOf(error)}` : "";
  return `${mark}${message}${stack}\n`.replaceAll(controls, "?");
}

/** Formats a request for a terminal in one line: time of day (UTC), method, target, status, duration, id. */
export function textRequest(
  level: LogLevel,
  { id, message, response, about, bytes, milliseconds }: Observation,
): string {
  const { keyId, code, error } = about;
  const { statusCode, writableFinished } = response;
  const parts = [
    new Date().toISOString().slice(11, 23),
    message.method ?? "",
    printable(withoutSecrets(targetOf(message.url ?? ""))),
    writableFinished ? statusCode : `${statusCode} (aborted)`,
    `${milliseconds.toFixed(1)} ms`,
    bytes === undefined ? "" : `${bytes} B`,
    code ?? "",
    keyId === undefined ? "" : `key=${keyId}`,
    `id=${id}`,
  ];
  const line = parts.filter((part) => part !== "").join(" ");
  return error === undefined
    ? `${line}\n`
    : `${line}\n${textMessage(level, "responded with an error", error)}`;
}

/** Replaces the bytes of a target that a terminal may interpret as commands. */
function printable(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, "?");
}
