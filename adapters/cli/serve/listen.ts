import type { ListenAddress } from "../../node/start_listening.ts";
import { CliError } from "../frame/exit/cli_error.ts";

/** Address that a command's server listens on. */
export interface Address {
  port: string;
  host: string;
  /** Flag that sets the port. Default: `--port`. */
  flag?: string;
  /** Path of a Unix socket, which replaces port and host. */
  socket?: string | undefined;
}

/**
 * Starts a server on an address from the command line.
 *
 * @throws {CliError} when the port or socket is invalid, in use, or not permitted
 */
export async function listen<Server>(
  start: (address: ListenAddress) => Promise<Server>,
  address: Address,
): Promise<Server> {
  const { port, host, socket } = address;
  if (socket === undefined) checkPort(address);
  try {
    return await start(socket === undefined ? { port: Number(port), hostname: host } : { path: socket });
  } catch (cause) {
    throw new CliError(`Cannot serve: ${reasonOf(cause, address)}`, { cause });
  }
}

/** @throws {CliError} when the port is not a whole number from 0 to 65535 */
export function checkPort({ port, flag = "--port" }: Address): void {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return;
  throw new CliError(`Cannot serve: ${flag} must be a whole number from 0 to 65535, and is "${port}"`);
}

function reasonOf(error: unknown, { port, host, flag = "--port", socket }: Address): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (socket !== undefined) return socketReasons[String(code)]?.(socket) ?? textOf(error);
  if (code === "EADDRINUSE") return `port ${port} of ${host} is in use. Choose another port with ${flag}`;
  if (code === "EACCES") return `this user may not use port ${port}. Choose a port above 1023 with ${flag}`;
  if (code === "ENOTFOUND" || code === "EADDRNOTAVAIL")
    return `${host} is not an address of this machine. Choose another with ${flag.replace(/port$/, "host")}`;
  return textOf(error);
}

const socketReasons: Readonly<Record<string, (path: string) => string>> = {
  EADDRINUSE: (path) => `another process listens on ${path}. Choose another path with --socket`,
  EACCES: (path) => `this user may not create ${path}. Choose a path with --socket in a folder of this user`,
};

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
