import type { Cluster, Redis } from "ioredis";
import type { SignalListener, Signals } from "../../lib/store/mod.ts";
import { checkConnection } from "./check_connection.ts";
import type { RedisConnection } from "./redis_connection.ts";

/** Signals by `PUBLISH`. A listener has a connection of its own. */
export class RedisSignals implements Signals {
  readonly #connection: RedisConnection;
  readonly #channel: string;
  readonly #subscribers = new Set<Redis | Cluster>();

  constructor(connection: RedisConnection, keyPrefix: string) {
    this.#connection = connection;
    this.#channel = `${keyPrefix}signals`;
  }

  async send(): Promise<void> {
    await this.#connection.run((client) => client.publish(this.#channel, ""));
  }

  async listen({ onSignal, onEnd }: SignalListener): Promise<(() => void) | undefined> {
    const subscriber = this.#connect();
    let isListening = false;
    subscriber.on("error", () => undefined);
    subscriber.on("end", () => {
      this.#subscribers.delete(subscriber);
      if (isListening) onEnd();
    });
    subscriber.on("message", onSignal);
    this.#subscribers.add(subscriber);
    const close = (): void => subscriber.disconnect();
    try {
      await checkConnection(subscriber);
      await subscriber.subscribe(this.#channel);
    } catch (error) {
      close();
      // The user has no right to subscribe.
      if (error instanceof Error && error.message.startsWith("NOPERM")) return undefined;
      throw error;
    }
    isListening = true;
    return close;
  }

  /** Ends all listeners. */
  close(): void {
    for (const subscriber of this.#subscribers) subscriber.disconnect();
  }

  /** Connects once. The caller listens again after a loss. */
  #connect(): Redis | Cluster {
    const { client } = this.#connection;
    return "nodes" in client
      ? client.duplicate([], { enableOfflineQueue: true, clusterRetryStrategy: never })
      : client.duplicate({ enableOfflineQueue: true, retryStrategy: never });
  }
}

function never(): null {
  return null;
}
