import type { ChildProcess } from "node:child_process";
import type { Worker } from "node:cluster";

/** A connection that the primary process has accepted and no worker has taken yet. */
interface Handle {
  close(): void;
}

/** A message of Node's cluster module. A worker acknowledges `seq` with `ack`. */
interface ClusterMessage {
  act?: string;
  seq?: number;
  ack?: number;
}

type Send = (message: ClusterMessage, handle?: Handle, ...rest: unknown[]) => boolean;

/**
 * Closes the connections that were sent to a worker that ended before it took them. Node's cluster module forgets these connections but
 * keeps them open, so their clients would wait forever. With this function, clients see the close immediately and can retry.
 *
 * Watches the module's messages: it sends them with `send` and receives them with the undocumented event `internalMessage`. If a later
 * version of Node changes these messages, this function has no effect.
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
