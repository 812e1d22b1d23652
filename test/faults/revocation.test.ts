import { Agent, get } from "node:http";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { openOrCreateStorage } from "../../adapters/cli/store/open_storage.ts";
import { createPublicApi, type GeneratedApiKey, type PublicApi } from "../../lib/mod.ts";
import { startNode } from "../adapters/start_process.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { until } from "../storage-drivers/_redis_server.ts";
import { sharedStores } from "../storage-drivers/_shared_stores.ts";
import { trials } from "../full_run.ts";

const script = fileURLToPath(new URL("revocation_server.mjs", import.meta.url));
const processes = 4;
const clientsPerProcess = 8;

/** Ends a key permanently. After it returns, every process must refuse the key. */
type End = (api: PublicApi, key: GeneratedApiKey) => Promise<unknown>;

/** Ways to end a key, with the number of rounds and of requests after each end. */
const ends: [how: string, rounds: number, requestsAfter: number, end: End][] = [
  [
    "revoked",
    trials(25),
    440,
    async (api, { id }) => api.apiKeys.revoke({ organizationSlug: "acme", keyId: id }),
  ],
  [
    "rolled without an overlap",
    2,
    500,
    async (api, { id }) => api.apiKeys.roll({ organizationSlug: "acme", keyId: id }, { overlap: "0" }),
  ],
  ["of a disabled user", 3, 300, async (api, { userId }) => api.users.setStatus(userId, "disabled")],
  [
    "of a user who left",
    3,
    300,
    async (api, { userId }) => api.users.removeFromOrganization({ userId, organizationSlug: "acme" }),
  ],
];

/** Sends requests with one key from many clients to all processes. Records the responses to requests after the key's end. */
class Load {
  readonly before: number[] = Array.from({ length: processes }, () => 0);
  readonly after = new Map<number, number>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: processes * clientsPerProcess });
  readonly #urls: readonly string[];
  readonly #key: string;
  readonly #wanted: number;
  #hasEnded = false;
  #sentAfter = 0;

  constructor(urls: readonly string[], key: string, wanted: number) {
    this.#urls = urls;
    this.#key = key;
    this.#wanted = wanted;
  }

  /** Marks the key as ended: later requests must be refused. */
  end(): void {
    this.#hasEnded = true;
  }

  /** Resolves when enough requests after the key's end have a response. */
  async run(): Promise<void> {
    const clients = Array.from({ length: processes * clientsPerProcess }, (_, client) =>
      this.#ask(client % processes),
    );
    await Promise.all(clients);
    this.#agent.destroy();
  }

  async #ask(process: number): Promise<void> {
    while (this.#sentAfter < this.#wanted) {
      const isAfter = this.#hasEnded;
      if (isAfter) this.#sentAfter++;
      const status = await this.#statusOf(`${this.#urls[process] ?? ""}/api/public/v1/post/acme/hello`);
      if (isAfter) this.after.set(status, (this.after.get(status) ?? 0) + 1);
      else if (status === 200) this.before[process] = (this.before[process] ?? 0) + 1;
    }
  }

  async #statusOf(url: string): Promise<number> {
    return new Promise((resolve, reject) => {
      get(url, { agent: this.#agent, headers: { "x-api-key": this.#key } }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      }).on("error", reject);
    });
  }
}

describe.each(sharedStores)(
  `a key that ends, with ${processes} server processes on %s`,
  (name, deployment, open) => {
    let urls: string[] = [];
    let api: PublicApi;

    beforeAll(async () => {
      const setting = await open();
      const storage = await openOrCreateStorage(setting);
      releaseAfterUse(() => ("dispose" in storage ? storage.dispose?.() : undefined));
      api = createPublicApi({ storage, deployment });
      await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
      await api.posts.create("acme", { name: "Hello" });
      const servers = Array.from({ length: processes }, () => startNode([script, setting, deployment]));
      const lines = await Promise.all(servers.map((server) => server.waitFor(/listening at (\S+)/)));
      urls = lines.map(([, url = ""]) => url);
    });

    const createKey = async (): Promise<GeneratedApiKey> => {
      const { id: userId } = await api.users.create({ name: "Ada" });
      await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" });
      return api.apiKeys.generate({ organizationSlug: "acme", userId, name: "K" });
    };

    it.each(ends)(
      "is refused by all of them once it is %s (%i rounds, at least %i requests after each)",
      async (how, rounds, requestsAfter, end) => {
        const after = new Map<number, number>();
        let before = 0;
        for (let round = 0; round < rounds; round++) {
          const key = await createKey();
          const load = new Load(urls, key.key, requestsAfter);
          const running = load.run();
          await until(async () => Math.min(...load.before) >= 10);
          await end(api, key);
          load.end();
          await running;
          for (const [status, count] of load.after) after.set(status, (after.get(status) ?? 0) + count);
          before += load.before.reduce((sum, count) => sum + count);
        }
        console.info(
          `revocation.test.ts, ${name}: ${how}: ${before} let in before, after:`,
          Object.fromEntries(after),
        );
        expect([...after.keys()]).toEqual([401]);
        expect(after.get(401)).toBeGreaterThanOrEqual(rounds * requestsAfter);
      },
    );
  },
);
