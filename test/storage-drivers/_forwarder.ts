import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy of a test, on the loopback interface. */
export interface Forwarder {
  port: number;
  /** Closes all connections. Later connections go to this port, or are refused if it is undefined. */
  pointTo(port: number | undefined): void;
  stop(): Promise<void>;
}

/** @param losesReply true for a chunk to the port whose reply is lost with its connection */
export async function startForwarder(
  port: number,
  losesReply: (chunk: Buffer) => boolean = () => false,
): Promise<Forwarder> {
  let target: number | undefined = port;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (target === undefined) {
      incoming.destroy();
      return;
    }
    const outgoing = connect(target, "127.0.0.1");
    keep(outgoing);
    incoming.on("close", () => outgoing.destroy());
    outgoing.on("close", () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on("data", (chunk: Buffer) => {
      if (!losesReply(chunk)) return;
      outgoing.unpipe(incoming).once("data", () => incoming.destroy());
      outgoing.resume();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    pointTo: (next) => {
      target = next;
      closeAll();
    },
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      closeAll();
      await closed;
    },
  };
}
