import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { credentialLocation } from "../../lib/access/credential.ts";
import { type AtomicDriver, encodeKey } from "../../lib/store/mod.ts";
import { ask } from "../storage-drivers/_publish_post.ts";
import { until } from "../storage-drivers/_redis_server.ts";

/** Timeout of the commands of a store in these tests. */
export const commandTimeoutMs = 300;
/** Maximum response time: the timeouts of a request's operations, and some tolerance. */
const longestAnswer = 4 * commandTimeoutMs;

export interface Answers {
  admitted: number;
  unavailable: number;
}

/** An API with a database server that a test disturbs. */
export class World<Server> {
  readonly server: Server;
  readonly storage: AtomicDriver;
  readonly api: PublicApi;
  key = "";
  admitted = 0;

  constructor(server: Server, storage: AtomicDriver, perDay: number) {
    this.server = server;
    this.storage = storage;
    const options = { storage, rateLimit: { perDay }, onError: () => undefined };
    this.api = createPublicApi({ ...options, deployment: "cluster" });
  }

  async send(): Promise<number> {
    const start = performance.now();
    const response = await ask(this.api, "/post/acme/hello", this.key);
    const duration = performance.now() - start;
    if (duration > longestAnswer) throw new Error(`An answer took ${duration} ms`);
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

  /** Returns the number of the key's requests that the store has counted. */
  async counted(): Promise<number> {
    const keyId = this.key.split("_")[1] ?? "";
    const { partition } = credentialLocation(keyId);
    const records = await this.storage.atomic.list(encodeKey(partition), { limit: 100 });
    return Number(records.find(({ value }) => "sum" in value)?.value["sum"] ?? 0);
  }
}
