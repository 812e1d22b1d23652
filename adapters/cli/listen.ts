import type { PublicApi } from "../../lib/mod.ts";
import { type RunningServer, serve } from "../node.ts";
import { CliError } from "./cli_error.ts";

/** Where a command's server listens: flags before environment before defaults. */
export interface Address {
  port: string;
  host: string;
}

/**
 * Serves an API at an address from the command line.
 *
 * @throws {CliError} when the port is none, is in use, or may not be used
 */
export async function listen(api: PublicApi, { port, host }: Address): Promise<RunningServer> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new CliError(`Cannot serve: the port must be a whole number from 0 to 65535, and is "${port}"`);
  }
  try {
    return await serve(api, { port: Number(port), hostname: host });
  } catch (cause) {
    throw new CliError(`Cannot serve: ${reasonOf(cause, { port, host })}`, { cause });
  }
}

function reasonOf(error: unknown, { port, host }: Address): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `port ${port} of ${host} is in use; choose another one with --port`;
  if (code === "EACCES")
    return `port ${port} may not be used by this user; choose one above 1023 with --port`;
  if (code === "ENOTFOUND" || code === "EADDRNOTAVAIL") return `${host} is no address of this machine`;
  return error instanceof Error ? error.message : String(error);
}
