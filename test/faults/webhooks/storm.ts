import { setTimeout as sleep } from "node:timers/promises";
import { type ChangeEvent, createPublicApi, type PublicApi, type StoredPost } from "../../../lib/mod.ts";
import { openStorageDriver } from "../../../storage-drivers/open_storage_driver.ts";
import { type StartedProcess, startPostern } from "../../adapters/start_process.ts";
import { FlakyReceiver } from "./flaky_receiver.ts";

const secret = "a random text of at least 32 characters";
const postCount = 200;

export interface StormSettings {
  /** Storage setting of a store that several processes can share. */
  storage: string;
  deployment: "host" | "cluster";
  changes: number;
  processes: number;
  /** Milliseconds between two kills. */
  killEvery: number;
  /** Milliseconds that the last events may take. */
  patience: number;
  random: () => number;
}

/** Result of a storm. Every list must be empty. */
export interface StormResult {
  events: number;
  kills: number;
  seconds: number;
  requests: FlakyReceiver["counts"];
  /** Events of the log that were not received. */
  missing: string[];
  /** Received events that the log does not have. */
  invented: string[];
  /** Acknowledged changes without an event. */
  unlogged: string[];
  /** Posts whose final state at the receiver is not that of the store. */
  different: string[];
  /** Events that arrived for the first time after a later event of their post. */
  inverted: readonly string[];
  /** Failed verifications. */
  wrong: readonly string[];
  /** Number of requests for events that the receiver had accepted before. */
  repeated: number;
}

/**
 * Changes posts through `postern serve` while its processes are killed, with a webhook to a flaky receiver. Then it compares the received
 * events with the log.
 */
export async function runStorm(settings: StormSettings): Promise<StormResult> {
  const start = performance.now();
  const storage = await openStorageDriver(settings.storage);
  const api = createPublicApi({
    storage,
    secret,
    deployment: settings.deployment,
    webhooks: { allowHttp: true, allowPrivateNetworks: true },
  });
  const receiver = await FlakyReceiver.start(settings.random);
  const key = await prepare(api, receiver);
  const servers = await Servers.start(settings);
  const acknowledged = new Map<string, Set<number>>();
  try {
    await change(settings, { servers, key, acknowledged });
    await servers.endKills();
    const logged = await waitForAll(api, receiver, settings.patience);
    const ids = new Set(logged.map(({ id }) => id));
    return {
      events: logged.length,
      kills: servers.kills,
      seconds: Math.round((performance.now() - start) / 1000),
      requests: receiver.counts,
      missing: [...ids].filter((id) => !receiver.bodies.has(id)),
      invented: [...receiver.bodies.keys()].filter((id) => !ids.has(id)),
      unlogged: unlogged(logged, acknowledged),
      different: await differences(api, receiver),
      inverted: receiver.inverted,
      wrong: receiver.wrong,
      repeated: receiver.repeated,
    };
  } finally {
    await servers.stop();
    await storage.dispose?.();
  }
}

async function prepare(api: PublicApi, receiver: FlakyReceiver): Promise<string> {
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ada" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "editor" });
  const { key } = await api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Storm" });
  await api.events.settle();
  await api.events.deliver();
  ({ secret: receiver.secret } = await api.webhooks.create("acme", { url: receiver.url }));
  return key;
}

/** Processes of `postern serve`, of which some are killed and started again. */
class Servers {
  kills = 0;
  readonly #settings: StormSettings;
  readonly #processes: StartedProcess[] = [];
  readonly #urls: (string | undefined)[] = [];
  readonly #ending = new AbortController();
  #killing: Promise<void> = Promise.resolve();

  private constructor(settings: StormSettings) {
    this.#settings = settings;
  }

  static async start(settings: StormSettings): Promise<Servers> {
    const servers = new Servers(settings);
    for (let index = 0; index < settings.processes; index++) await servers.#start(index);
    servers.#killing = servers.#killRepeatedly();
    return servers;
  }

  /** Returns the URL of a server that is expected to respond. */
  url(index: number): string | undefined {
    const running = this.#urls.filter((url) => url !== undefined);
    return running[index % Math.max(1, running.length)];
  }

  async endKills(): Promise<void> {
    this.#ending.abort();
    await this.#killing;
  }

  async stop(): Promise<void> {
    await this.endKills();
    await Promise.all(this.#processes.map((process) => process.stop()));
  }

  async #start(index: number): Promise<void> {
    const { storage, deployment } = this.#settings;
    const serve = `serve --storage ${storage} --deployment ${deployment} --port 0 --log json --dashboard off`;
    const flags =
      "--rate-limit-per-day 1000000000 --webhooks-allow-http on --webhooks-allow-private-networks on";
    const started = startPostern(`${serve} ${flags}`, { env: { POSTERN_SECRET: secret } });
    this.#processes[index] = started;
    const [, url] = await started.waitFor(/(http:\/\/[\w.:[\]-]+:\d+)/);
    this.#urls[index] = url;
  }

  async #killRepeatedly(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await sleep(this.#settings.killEvery, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const index = Math.floor(this.#settings.random() * this.#processes.length);
      const process = this.#processes[index];
      if (process === undefined) continue;
      this.#urls[index] = undefined;
      process.child.kill("SIGKILL");
      await process.exit;
      this.kills++;
      await this.#start(index);
    }
  }
}

interface Changing {
  servers: Servers;
  key: string;
  /** Revisions that the server acknowledged, by slug. */
  acknowledged: Map<string, Set<number>>;
}

/** Makes the changes by the admin API, some concurrently. A request that fails is sent again. */
async function change({ changes, random }: StormSettings, changing: Changing): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < changes) {
      const number = next++;
      const slug = `post-${number % postCount}`;
      const isDeletion = number > postCount && random() < 0.05;
      await send(changing, { number, slug, isDeletion });
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

async function send(
  { servers, key, acknowledged }: Changing,
  { number, slug, isDeletion }: { number: number; slug: string; isDeletion: boolean },
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const url = servers.url(number + attempt);
    try {
      if (url === undefined) throw new Error("No server is running");
      const response = await fetch(`${url}/api/admin/v1/posts/${slug}`, {
        method: isDeletion ? "DELETE" : "PUT",
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(isDeletion ? {} : { body: JSON.stringify({ name: slug, description: `Change ${number}` }) }),
        signal: AbortSignal.timeout(15_000),
      });
      const text = await response.text();
      if (response.status === 404 || response.status === 204) return;
      if (!response.ok) throw new Error(`${response.status} ${text}`);
      const { revision } = JSON.parse(text) as StoredPost;
      const revisions = acknowledged.get(slug) ?? new Set();
      acknowledged.set(slug, revisions.add(revision));
      return;
    } catch (error) {
      if (attempt > 300) throw error;
      await sleep(100);
    }
  }
}

/** Waits until the receiver has every event of the log, or until the patience ends. */
async function waitForAll(api: PublicApi, receiver: FlakyReceiver, patience: number): Promise<ChangeEvent[]> {
  const end = performance.now() + patience;
  for (;;) {
    const logged = await readLog(api);
    const isComplete = logged.every(({ id }) => receiver.bodies.has(id));
    if ((isComplete && (await isIdle(api))) || performance.now() > end) return logged;
    await sleep(500);
  }
}

/** True if no event waits in the outbox. */
async function isIdle(api: PublicApi): Promise<boolean> {
  const before = await api.events.last("acme");
  await sleep(6000);
  return (await api.events.last("acme")) === before;
}

async function readLog(api: PublicApi): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = [];
  for (let after = 0; ;) {
    const page = await api.events.list("acme", { after, limit: 1000 });
    events.push(...page.events);
    if (page.events.length === 0) return events.filter(({ type }) => type.startsWith("post."));
    after = page.last;
  }
}

function unlogged(logged: readonly ChangeEvent[], acknowledged: Map<string, Set<number>>): string[] {
  const known = new Set(
    logged.map(({ data }) => ("slug" in data && "revision" in data ? `${data.slug} ${data.revision}` : "")),
  );
  return [...acknowledged]
    .flatMap(([slug, revisions]) => [...revisions].map((revision) => `${slug} ${revision}`))
    .filter((change) => !known.has(change));
}

async function differences(api: PublicApi, receiver: FlakyReceiver): Promise<string[]> {
  const different: string[] = [];
  const present = new Set<number>();
  for await (const post of api.posts.iterate("acme")) {
    present.add(post.id);
    const data = receiver.posts.get(post.id)?.data;
    const revision = data !== undefined && "revision" in data ? data.revision : 0;
    if (revision !== post.revision) different.push(`${post.slug}: ${revision}, not ${post.revision}`);
  }
  for (const [id, { type }] of receiver.posts) {
    if ((type !== "post.deleted") !== present.has(id)) different.push(`post ${id} ends with ${type}`);
  }
  return different;
}
