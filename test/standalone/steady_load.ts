import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";

/** Requests on kept-alive connections, one after the other on each, until it is stopped. */
export interface SteadyLoad {
  /** How many were answered with 200, whole. */
  answered(): number;
  /** What went wrong with the others. */
  failures(): string[];
  stop(): Promise<void>;
}

/** Starts a load as an impatient client would make it: nothing is tried again. */
export function startLoad(url: string, connections: number): SteadyLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const failures: string[] = [];
  let answered = 0;
  const stopping = new AbortController();
  const ask = async (): Promise<void> => {
    const [answer] = (await once(get(url, { agent }), "response")) as [IncomingMessage];
    const body = Buffer.concat((await answer.toArray()) as Buffer[]);
    const isWhole = String(body.length) === answer.headers["content-length"];
    if (answer.statusCode === 200 && isWhole) answered++;
    else failures.push(`status ${answer.statusCode}`);
  };
  const clients = Array.from({ length: connections }, async () => {
    while (!stopping.signal.aborted) await ask().catch((error: unknown) => failures.push(String(error)));
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
