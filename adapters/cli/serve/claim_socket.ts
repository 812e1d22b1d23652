import { once } from "node:events";
import { existsSync } from "node:fs";
import { lstat, rm } from "node:fs/promises";
import { connect } from "node:net";
import { dirname } from "node:path";
import { CliError } from "../frame/exit/cli_error.ts";

/** Maximum number of bytes in the path of a Unix socket. The system's structure also holds a byte that ends the path. */
const longestPath = process.platform === "linux" ? 107 : 103;

/** State of a path: nothing is there, a killed process has left its socket, or a process listens. */
type SocketState = "free" | "left" | "used";

/**
 * Removes the socket file that a killed process has left at a path.
 *
 * @throws {CliError} if a process listens there, or if no server can listen there
 */
export async function claimSocket(path: string): Promise<void> {
  const state = await examineSocket(path);
  if (state === "used") {
    throw new CliError(
      `Cannot serve: another process listens on ${path}. Stop it, or choose another path with --socket`,
    );
  }
  if (state === "left") await rm(path, { force: true });
}

/**
 * Checks that a server can listen on a path, or that one does. Changes nothing.
 *
 * @throws {CliError} if the file is no socket, if its folder does not exist, or if the path is too long
 */
export async function examineSocket(path: string): Promise<SocketState> {
  if (Buffer.byteLength(path) > longestPath) {
    throw new CliError(`Cannot serve: the path ${path} of --socket has more than ${longestPath} bytes`);
  }
  // Node reports a missing folder as EACCES.
  if (!existsSync(dirname(path))) {
    throw new CliError(
      `Cannot serve: the folder of ${path} does not exist. Create it, or choose another path with --socket`,
    );
  }
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return "free";
  if (!stats.isSocket()) {
    throw new CliError(`Cannot serve: ${path} is not a socket. Choose another path with --socket`);
  }
  const failure = await failureOfConnect(path);
  if (failure === undefined) return "used";
  if (failure === "ECONNREFUSED") return "left";
  throw new CliError(`Cannot serve: cannot check whether a process listens on ${path} (${failure})`);
}

/** Returns the error code of a connection, or undefined if a process accepted it. */
async function failureOfConnect(path: string): Promise<string | undefined> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}
