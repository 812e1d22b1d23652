import type { Ended } from "../exchange.ts";
import { jsonMessage, jsonRequest } from "./json_lines.ts";
import { type LogLevel, logLevels } from "./log_level.ts";
import { LogWriter } from "./log_writer.ts";
import { textMessage, textRequest } from "./text_lines.ts";

/** How lines look: JSON for machines, text for a terminal, or no lines of requests. */
export type LogFormat = "json" | "text" | "none";

/** Options of {@link Log}. */
export interface LogOptions {
  format: LogFormat;
  level: LogLevel;
}

/** The log of the server: messages, and a line for every request. */
export class Log {
  readonly #format: LogFormat;
  readonly #least: number;
  readonly #writer: LogWriter;

  /** @param isShared whether other processes write to the same output: then no write is longer than the system does at once */
  constructor({ format, level }: LogOptions, { isShared = false }: { isShared?: boolean } = {}) {
    this.#format = format;
    this.#least = logLevels[level];
    this.#writer = new LogWriter({ isBatched: format === "json", isShared });
  }

  /** Lines that were lost because their reader did not keep up. */
  get dropped(): number {
    return this.#writer.dropped;
  }

  /** Whether every request leaves a line, as far as its level is asked for, and not only those that failed. */
  get hasRequests(): boolean {
    return this.#format !== "none";
  }

  /** Writes a message, and what it is about. */
  message(level: LogLevel, text: string, error?: unknown): void {
    if (logLevels[level] < this.#least) return;
    const toLine = this.#format === "json" ? jsonMessage : textMessage;
    this.#writer.write(toLine(level, text, error));
  }

  /** Writes the line of a request. Without a format for them, only those that failed leave one. */
  request(ended: Ended): void {
    const level = levelOf(ended);
    if (logLevels[level] < this.#least) return;
    if (!this.hasRequests && ended.exchange.error === undefined) return;
    const toLine = this.#format === "json" ? jsonRequest : textRequest;
    this.#writer.write(toLine(level, ended));
  }

  /** Writes everything that waits. */
  flush(): void {
    this.#writer.flush();
  }
}

/** The level of a request's line: by its status, and the lowest for probes. */
function levelOf({ status, exchange }: Ended): LogLevel {
  if (exchange.isProbe) return "debug";
  if (status >= 500) return "error";
  return status >= 400 ? "warn" : "info";
}
