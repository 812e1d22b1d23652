import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Ports for servers that cannot bind port 0. The system gives no port below 32,768 to other sockets. The bus port of a Redis cluster node is
 * 10,000 higher, so the range ends before 20,000.
 */
const firstPort = 10_000;
const ports = 10_000;

let next = process.pid * 97;

/** The UDP sockets that reserve ports until this process ends. */
const reservations: Socket[] = [];

/**
 * Returns a TCP port that no other test gets until this process ends, also while a server restarts. The UDP port with the same number reserves
 * it, because the system frees that port when the process ends.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ports; attempt++) {
    const port = firstPort + (next++ % ports);
    const reservation = await reserve(port);
    if (reservation === undefined) continue;
    if (await isFree(port)) {
      reservations.push(reservation);
      return port;
    }
    reservation.close();
  }
  throw new Error(`Cannot find a free port from ${firstPort} to ${firstPort + ports - 1}`);
}

async function reserve(port: number): Promise<Socket | undefined> {
  const socket = createSocket("udp4").unref();
  socket.bind({ port, address: "127.0.0.1", exclusive: true });
  try {
    await once(socket, "listening");
    return socket;
  } catch {
    return undefined;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen({ port, host: "127.0.0.1", exclusive: true });
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  const closed = once(server, "close");
  server.close();
  await closed;
  return true;
}
