import { probePaths } from "../health.ts";
import type { Observation } from "../observation.ts";
import { jsonMessage, jsonRequest, type LogLevel, logLevels } from "./json_lines.ts";
import { type DroppedLines, LogWriter } from "./log_writer.ts";
import { targetOf } from "../../../lib/http/mod.ts";
import { stackOf } from "../../../lib/base/report_error.ts";
import { withoutSecrets } from "../../../lib/base/secrets/without_secrets.ts";

const jsonLines = { message: jsonMessage, request: jsonRequest };
const textLines = { message: textMessage, request: textRequest };

/** Control characters except tabs and line breaks. Terminals interpret them as commands. */
const controls = /(?![\t\n])\p{Cc}/gu;

/** Line format: `json` for machines, `text` for a terminal, or `none` for no request lines. */
export type LogFormat = "json" | "text" | "none";

export interface LogOptions {
  format: LogFormat;
  level: LogLevel;
}

/** The server's log: messages, and a line per request. */
export class Log {
  /** True if every request is logged, subject to the level. Otherwise only failed requests are logged. */
  readonly hasRequests: boolean;
  readonly #lines: typeof jsonLines;
  readonly #least: number;
  readonly #writer: LogWriter;

  /**
   * @param isShared true if other processes write to the same output. It limits each write to the size that the system writes atomically
   */
  constructor({ format, level }: LogOptions, { isShared = false }: { isShared?: boolean } = {}) {
    this.hasRequests = format !== "none";
    this.#lines = format === "json" ? jsonLines : textLines;
    this.#least = logLevels[level];
    const onResumed = ({ count, code }: DroppedLines): void => {
      const reason = code === undefined || code === "EAGAIN" ? "the reader was too slow" : code;
      this.message("warn", `Dropped ${count} ${count === 1 ? "line" : "lines"} of the log: ${reason}`);
    };
    this.#writer = new LogWriter({ isBatched: format === "json", isShared, onResumed });
  }

  /** Number of lines that were dropped, for any reason. */
  get dropped(): number {
    return this.#writer.dropped;
  }

  /** Writes a message, with its error if given. */
  message(level: LogLevel, text: string, error?: unknown): void {
    if (logLevels[level] < this.#least) return;
    this.#writer.write(this.#lines.message(level, text, error));
  }

  /** Writes the line of a request. With format `none`, only failed requests are logged. */
  request(ended: Observation): void {
    const level = levelOf(ended);
    if (logLevels[level] < this.#least) return;
    if (!this.hasRequests && ended.about.error === undefined) return;
    this.#writer.write(this.#lines.request(level, ended));
  }

  /** Writes all pending lines. */
  flush(): void {
    this.#writer.flush();
  }
}

/** Returns the level of a request's line: by its status, or `debug` for probes. */
function levelOf({ response: { statusCode }, about: { route } }: Observation): LogLevel {
  if (probePaths.has(route)) return "debug";
  if (statusCode >= 500) return "error";
  return statusCode >= 400 ? "warn" : "info";
}

/** Formats a message for a terminal, followed by the error's stack. */
function textMessage(level: LogLevel, message: string, error?: unknown): string {
  const mark = level === "info" ? "" : `${level}: `;
  const stack = error instanceof Error ? `\n${stackOf(error)}` : "";
  return `${mark}${message}${stack}\n`.replaceAll(controls, "?");
}

/** Formats a request for a terminal in one line: time of day (UTC), method, target, status, duration, id. */
function textRequest(
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
