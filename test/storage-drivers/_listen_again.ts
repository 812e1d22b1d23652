import type { AtomicOperations } from "../../lib/store/mod.ts";
import { until } from "./_redis_server.ts";

/** Listens to signals until `cut` ends the connection, then listens again, and sends a signal. Returns the calls of the listeners. */
export async function listenAgain(
  { signals }: Pick<AtomicOperations, "signals">,
  cut: () => Promise<unknown>,
): Promise<string[]> {
  const received: string[] = [];
  const listen = async (): Promise<unknown> =>
    signals?.listen({ onSignal: () => received.push("signal"), onEnd: () => received.push("end") });
  await listen();
  await cut();
  await until(async () => received.length > 0);
  await listen();
  await signals?.send();
  await until(async () => received.length > 1);
  return received;
}
