import type { Ended } from "./exchange.ts";
import { jsonMessage, jsonRequest, type LogLevel, logLevels } from "./json_lines.ts";
import { type DroppedLines, LogWriter } from "./log_writer.ts";
import { textMessage, textRequest } from "./text_lines.ts";

/** Line format: `json` for machines, `text` for a terminal, or `none` for no request lines. */
export type LogFormat = "json" | "text" | "none";

export interface LogOptions {
  format: LogFormat;
  level: LogLevel;
}

/** The server's log: messages, and a line per request. */
export class Log {
  readonly #format: LogFormat;
  readonly #least: number;
  readonly #writer: LogWriter;

  /**
   * @param isShared true if other processes write to the same output. It limits each write to the size that the system writes atomically
   */
  constructor({ format, level }: LogOptions, { isShared = false }: { isShared?: boolean } = {}) {
    this.#format = format;
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

  /** True if every request is logged, subject to the level. Otherwise only failed requests are logged. */
  get hasRequests(): boolean {
    return this.#format !== "none";
  }

  /** Writes a message, with its error if given. */
  message(level: LogLevel, text: string, error?: unknown): void {
    if (logLevels[level] < this.#least) return;
    const toLine = this.#format === "json" ? jsonMessage : textMessage;
    this.#writer.write(toLine(level, text, error));
  }

  /** Writes the line of a request. With format `none`, only failed requests are logged. */
  request(ended: Ended): void {
    const level = levelOf(ended);
    if (logLevels[level] < this.#least) return;
    if (!this.hasRequests && ended.exchange.error === undefined) return;
    const toLine = this.#format === "json" ? jsonRequest : textRequest;
    this.#writer.write(toLine(level, ended));
  }

  /** Writes all pending lines. */
  flush(): void {
    this.#writer.flush();
  }
}

/** Returns the level of a request's line: by its status, or `debug` for probes. */
function levelOf({ status, exchange }: Ended): LogLevel {
  if (exchange.isProbe) return "debug";
  if (status >= 500) return "error";
  return status >= 400 ? "warn" : "info";
}
