import type { HattipHandler } from "@hattip/core";
import { callback, type Check, type Checks, fields, integer, textRule } from "../lib/check_options.ts";
import type { OnError } from "./report_error.ts";

/** An API, or any object with a HatTip handler, that adapters can serve. */
export interface Served {
  handler: HattipHandler;
  /**
   * The options of an API that adapters read. `basePath` is part of the `type` of problems that an adapter returns. `onError` receives
   * the errors of the handler and of `next`; the client gets status 500. Default: `console.error`.
   */
  options?: { basePath?: string; onError?: OnError };
}

/** Responds to the requests that the handler passes on. */
export type Next = (request: Request) => Response | Promise<Response>;

/** Options of the servers for Node, Bun and Deno. */
export interface ServeOptions {
  /** TCP port, 0 to 65535; 0 selects a free port. Default: 3000. */
  port?: number;
  /** The address to listen on. Default: `127.0.0.1`. */
  hostname?: string;
  /** The host's own routes. Default: every other path returns 404. */
  next?: Next;
}

/** A listening server. */
export interface RunningServer {
  /** The server's origin: `http://127.0.0.1:3000`. */
  url: string;
  port: number;
  /** Stops listening, waits for pending requests, then resolves. */
  close(): Promise<void>;
}

const checks: Checks<ServeOptions> = {
  port: integer(0, 65_535),
  hostname: textRule("an address such as 127.0.0.1", (text) => text !== ""),
  next: callback,
};

/**
 * Checks the options and fills in the defaults.
 *
 * @param more checks of the options that only one runtime has
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 */
export function resolveServeOptions(
  options: ServeOptions,
  more: Readonly<Record<string, Check>> = {},
): { port: number; hostname: string } {
  fields<ServeOptions>({ ...checks, ...more })(options, { action: "serve", option: "" });
  const { port = 3000, hostname = "127.0.0.1" } = options;
  return { port, hostname };
}

/** Returns the origin of a server's address: `http://127.0.0.1:3000`. */
export function originOf(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
