import type { HattipHandler } from "@hattip/core";
import {
  callback,
  fields,
  integer,
  methods,
  type Place,
  textRule,
} from "../../lib/base/input/check_options.ts";
import type { OnError } from "./report_error.ts";

/** An API, or any object with a HatTip handler, that adapters can serve. */
export interface Served {
  handler: HattipHandler;
  /**
   * The options of an API that adapters read. `basePath` is part of the `type` of problems that an adapter returns. `onError` receives
   * the errors of the handler and of `next`; the client gets status 500. Default: `console.error`.
   */
  options?: { basePath?: string; onError?: OnError };
  /** The events of an API, whose open streams end when a server closes. */
  events?: { closeStreams(): () => void };
}

/** Accepts an API, or any object with a HatTip handler. */
const servedCheck = methods(["handler"] satisfies (keyof Served)[]);

/** @throws {InvalidOptionError} when the value has no handler */
export function checkServed(served: unknown, action: Place["action"]): void {
  servedCheck(served, { action, option: "api" });
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
  /** Stops listening, ends event streams, waits for pending requests, then resolves. */
  close(): Promise<void>;
}

const optionsCheck = fields<ServeOptions>({
  port: integer(0, 65_535),
  hostname: textRule("an address such as 127.0.0.1", (text) => text !== ""),
  next: callback,
});

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
 */
export function resolveServeOptions(options: ServeOptions): { port: number; hostname: string } {
  optionsCheck(options, { action: "serve", option: "" });
  const { port = 3000, hostname = "127.0.0.1" } = options;
  return { port, hostname: bareHost(hostname) };
}

/** Stops a server. It ends the event streams first. Another server of the same API can open streams afterwards. */
export async function closeServer({ events }: Served, stop: () => Promise<unknown>): Promise<void> {
  const allowStreams = events?.closeStreams();
  await stop();
  allowStreams?.();
}

/** Removes the brackets that URLs have around an IPv6 address. */
export function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** Returns the origin of a server's address: `http://127.0.0.1:3000`. */
export function originOf(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

/** Returns the origin of a Unix socket, in the form of nginx's `proxy_pass`. */
export function unixOriginOf(path: string): string {
  return `http://unix:${path}:`;
}
