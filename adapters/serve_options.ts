import type { HattipHandler } from "@hattip/core";
import { callback, fields, integer, textRule } from "../lib/check_options.ts";
import type { OnError } from "./report_error.ts";

/** An API, or any HatTip handler, as the adapters serve it. */
export interface Served {
  handler: HattipHandler;
  /**
   * Options of an API, as far as adapters need them. `basePath` stands in the `type` of problems that an adapter answers itself. `onError`
   * receives the errors of the handler and of `next`; the client gets a response with status 500. Default: `console.error`.
   */
  options?: { basePath?: string; onError?: OnError };
}

/** Responds to the requests that the handler passes on. */
export type Next = (request: Request) => Response | Promise<Response>;

/** Options of the servers of Node, Bun and Deno. */
export interface ServeOptions {
  /** TCP port, 0 to 65535; 0 takes a free one. Default: 3000. */
  port?: number;
  /** The address to listen on. Default: `127.0.0.1`. */
  hostname?: string;
  /** The host's own routes. Default: none, so every other path is answered with 404. */
  next?: Next;
}

/** A server that listens. */
export interface RunningServer {
  /** Where it listens: `http://127.0.0.1:3000`. */
  url: string;
  port: number;
  /** Stops listening, lets the requests at hand finish, and resolves when they have. */
  close(): Promise<void>;
}

const optionsCheck = fields<ServeOptions>({
  port: integer(0, 65_535),
  hostname: textRule("an address such as 127.0.0.1", (text) => text !== ""),
  next: callback,
});

/**
 * Checks every option and fills in the defaults.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 */
export function resolveServeOptions(options: ServeOptions): { port: number; hostname: string } {
  optionsCheck(options, { action: "serve", option: "" });
  const { port = 3000, hostname = "127.0.0.1" } = options;
  return { port, hostname };
}

/** The address of a server in the form of a URL's origin. */
export function originOf(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
