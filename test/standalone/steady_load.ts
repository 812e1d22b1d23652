import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";

/** A request that was not answered with 200, whole. */
export interface FailedRequest {
  /** Its `x-request-id`. */
  id: string;
  /** Cause: the code of the connection's error, or the status. */
  reason: string;
}

/** Requests on kept-alive connections, one after the other on each, until it is stopped. */
export interface SteadyLoad {
  /** Number of complete responses with status 200. */
  answered(): number;
  failures(): FailedRequest[];
  stop(): Promise<void>;
}

/** Starts a load as an impatient client would make it: nothing is tried again. */
export function startLoad(url: string, connections: number): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const failures: FailedRequest[] = [];
  let sent = 0;
  let answered = 0;
  const stopping = new AbortController();
  const ask = async (id: string): Promise<void> => {
    const request = get(url, { agent, headers: { "x-request-id": id } });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    const body = Buffer.concat((await answer.toArray()) as Buffer[]);
    const isWhole = String(body.length) === answer.headers["content-length"];
    if (answer.statusCode === 200 && isWhole) answered++;
    else failures.push({ id, reason: `status ${answer.statusCode}` });
  };
  const clients = Array.from({ length: connections }, async () => {
    while (!stopping.signal.aborted) {
      const id = `load-${++sent}`;
      await ask(id).catch((error: NodeJS.ErrnoException) =>
        failures.push({ id, reason: String(error.code) }),
      );
    }
  });
  return {
    answered: () => answered,
    failures: () => failures,
    stop: async () => {
      stopping.abort();
      await Promise.all(clients);
      agent.destroy();
    },
  };
}
