import { CliError } from "./cli_error.ts";

/** Address that a command's server listens on. */
export interface Address {
  port: string;
  host: string;
  /** Flag that sets the port. Default: `--port`. */
  flag?: string;
}

/**
 * Starts a server on an address from the command line.
 *
 * @throws {CliError} when the port is invalid, in use, or not permitted
 */
export async function listen<Server>(
  start: (address: { port: number; hostname: string }) => Promise<Server>,
  address: Address,
): Promise<Server> {
  const { port, host } = address;
  checkPort(address);
  try {
    return await start({ port: Number(port), hostname: host });
  } catch (cause) {
    throw new CliError(`Cannot serve: ${reasonOf(cause, address)}`, { cause });
  }
}

/** @throws {CliError} when the port is not a whole number from 0 to 65535 */
export function checkPort({ port, flag = "--port" }: Address): void {
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return;
  throw new CliError(`Cannot serve: ${flag} must be a whole number from 0 to 65535, and is "${port}"`);
}

function reasonOf(error: unknown, { port, host, flag = "--port" }: Address): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `port ${port} of ${host} is in use. Choose another port with ${flag}`;
  if (code === "EACCES") return `this user may not use port ${port}. Choose a port above 1023 with ${flag}`;
  if (code === "ENOTFOUND" || code === "EADDRNOTAVAIL")
    return `${host} is not an address of this machine. Choose another with ${flag.replace(/port$/, "host")}`;
  return error instanceof Error ? error.message : String(error);
}
