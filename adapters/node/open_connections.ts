import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * The open connections of a server. Node's `closeIdleConnections` leaves connections open that have sent nothing, or only a part of the
 * headers.
 */
export class OpenConnections {
  readonly #open = new Map<Socket, { pendingRequests: number }>();

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#open.set(socket, { pendingRequests: 0 });
      socket.once("close", () => this.#open.delete(socket));
    });
    server.prependListener("request", ({ socket }, outgoing) => {
      const connection = this.#open.get(socket);
      if (connection === undefined) return;
      connection.pendingRequests++;
      outgoing.once("close", () => connection.pendingRequests--);
    });
  }

  /** Number of connections with pending requests. */
  get busy(): number {
    return [...this.#open.values()].filter(({ pendingRequests }) => pendingRequests > 0).length;
  }

  /** Closes the connections without a pending request. */
  closeIdle(): void {
    for (const [socket, { pendingRequests }] of this.#open) if (pendingRequests === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }
}
