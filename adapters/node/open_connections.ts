import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * The open connections of a server. Node's `closeIdleConnections` leaves connections open that have sent nothing, or only a part of the
 * headers.
 */
export class OpenConnections {
  /** Number of pending requests of each connection. */
  readonly #pending = new Map<Socket, number>();

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#pending.set(socket, 0);
      socket.once("close", () => this.#pending.delete(socket));
    });
    server.prependListener("request", ({ socket }, outgoing) => {
      this.#add(socket, 1);
      outgoing.once("close", () => this.#add(socket, -1));
    });
  }

  /** Number of connections with pending requests. */
  get busy(): number {
    return [...this.#pending.values()].filter((count) => count > 0).length;
  }

  /** Closes the connections without a pending request. */
  closeIdle(): void {
    for (const [socket, count] of this.#pending) if (count === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#pending.keys()) socket.destroy();
  }

  #add(socket: Socket, change: number): void {
    const count = this.#pending.get(socket);
    // A response can close after its connection.
    if (count !== undefined) this.#pending.set(socket, count + change);
  }
}
