import type { ChildProcess } from "node:child_process";
import type { Worker } from "node:cluster";

/** A connection that the primary process has accepted, before a worker takes it. */
interface Handle {
  close(): void;
}

/** What the cluster module says to a worker: `seq` is answered by `ack`. */
interface ClusterMessage {
  act?: string;
  seq?: number;
  ack?: number;
}

type Send = (message: ClusterMessage, handle?: Handle, ...rest: unknown[]) => boolean;

/**
 * Closes the connections that a worker was given and died before it took. The cluster module of Node forgets them, open, and their
 * clients would wait for good; so they see at once that the connection is closed, and can try again.
 *
 * It watches the messages that the module sends by `send` and receives by the event `internalMessage`, which Node does not document. Were they
 * to change, nothing would be closed here, as without it.
 */
export function closeLostConnections({ process: child }: Worker): void {
  const underWay = new Map<number, Handle>();
  const send = child.send.bind(child) as unknown as Send;
  const watched: Send = (message, handle, ...rest) => {
    const { act, seq } = message;
    if (act === "newconn" && seq !== undefined && handle !== undefined) underWay.set(seq, handle);
    return send(message, handle, ...rest);
  };
  child.send = watched as unknown as ChildProcess["send"];
  child.on("internalMessage", ({ ack }: ClusterMessage) => {
    if (ack !== undefined) underWay.delete(ack);
  });
  child.once("exit", () => {
    for (const handle of underWay.values()) handle.close();
    underWay.clear();
  });
}
