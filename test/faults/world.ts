import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { credentialLocation } from "../../lib/access/verification/credential.ts";
import { type AtomicDriver, encodeKey } from "../../lib/store/mod.ts";
import { ask } from "../storage-drivers/_publish_post.ts";
import { until } from "../storage-drivers/_redis_server.ts";

/** Timeout of the commands of a store in these tests. Faults last until the responses arrive, so only a timeout can cause these responses. */
export const commandTimeoutMs = 300;

export interface Answers {
  admitted: number;
  unavailable: number;
}

/** Miscounted requests of an exact count. */
export const exact = { lost: 0, surplus: 0 } as const;

/** An API with a database server that a test disturbs. */
export class World<Server> {
  readonly server: Server;
  readonly storage: AtomicDriver;
  readonly api: PublicApi;
  key = "";
  sent = 0;
  admitted = 0;

  constructor(server: Server, storage: AtomicDriver, perDay: number) {
    this.server = server;
    this.storage = storage;
    const options = { storage, rateLimit: { perDay }, onError: () => undefined };
    this.api = createPublicApi({ ...options, deployment: "cluster" });
  }

  async send(): Promise<number> {
    this.sent++;
    const response = await ask(this.api, "/post/acme/hello", this.key);
    if (response.status === 200) {
      this.admitted++;
      const post = (await response.json()) as { slug?: unknown };
      if (post.slug !== "hello") throw new Error("The answer is not the post");
    }
    if (response.status === 503 && !response.headers.has("retry-after")) {
      throw new Error("A 503 has no Retry-After");
    }
    return response.status;
  }

  /** Sends requests, a few concurrently. Every response must be 200 or 503. */
  async sendMany(count: number): Promise<Answers> {
    const statuses: number[] = [];
    while (statuses.length < count) {
      statuses.push(...(await Promise.all(Array.from({ length: 5 }, () => this.send()))));
    }
    const wrong = statuses.find((status) => status !== 200 && status !== 503);
    if (wrong !== undefined) throw new Error(`An answer has the status ${wrong}`);
    const admitted = statuses.filter((status) => status === 200).length;
    return { admitted, unavailable: statuses.length - admitted };
  }

  /** Waits until the API has recovered without help. */
  async recovery(): Promise<void> {
    await until(async () => (await this.send()) === 200);
  }

  /**
   * Returns how many admitted requests are not counted, and how many counts belong to no request that was sent.
   * The response to a counted request may be 503.
   */
  async miscounted(): Promise<{ lost: number; surplus: number }> {
    const counted = await this.counted();
    return { lost: Math.max(0, this.admitted - counted), surplus: Math.max(0, counted - this.sent) };
  }

  /** Returns the number of the key's requests that the store has counted. */
  async counted(): Promise<number> {
    const keyId = this.key.split("_")[1] ?? "";
    const { partition } = credentialLocation(keyId);
    let sum = 0;
    // On a busy machine, a list can take longer than the timeout.
    await until(async () => {
      const records = await this.storage.atomic.list(encodeKey(partition), { limit: 100 });
      sum = Number(records.find(({ value }) => "sum" in value)?.value["sum"] ?? 0);
      return true;
    });
    return sum;
  }
}
