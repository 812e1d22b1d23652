import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { ManualClock } from "../manual_clock.ts";
import {
  postgresIsMissing,
  type PostgresServer,
  startPostgres,
} from "../storage-drivers/_postgres_server.ts";

const organizationSlug = "acme";
const hour = 3_600_000;
const perDay = 50;

/** An API whose clock a test sets. The clock of the database differs from it by months. */
class World {
  readonly clock = new ManualClock();
  readonly api: PublicApi;
  readonly #dispose: () => unknown;
  #userId = "";

  constructor(url: string) {
    const storage = postgresDriver({ url, clock: this.clock });
    this.#dispose = () => storage.dispose?.();
    const options = { storage, clock: this.clock, rateLimit: { perDay } };
    this.api = createPublicApi({ ...options, deployment: "cluster" });
  }

  async fill(): Promise<void> {
    await this.api.organizations.create({
      slug: organizationSlug,
      name: "Acme",
      siteUrl: "https://acme.example",
    });
    await this.api.posts.create(organizationSlug, { name: "Hello" });
    const publishedAt = new Date(this.clock.now() + 2 * hour).toISOString();
    await this.api.posts.create(organizationSlug, { name: "Planned", publishedAt });
    const { id } = await this.api.users.create({ name: "Ada" });
    await this.api.users.addToOrganization(id, { organizationSlug, role: "viewer" });
    this.#userId = id;
  }

  async createKey(options: { expiresIn?: string } = {}): Promise<{ key: string; id: string }> {
    return this.api.apiKeys.generate({ organizationSlug, userId: this.#userId, name: "K", ...options });
  }

  /** Returns the status, and the requests that the key has left on the day. */
  async ask(key: string, slug = "hello"): Promise<[status: number, remaining: string | null]> {
    const url = `http://localhost/api/public/v1/post/acme/${slug}`;
    const response = await this.api.fetch(new Request(url, { headers: { "x-api-key": key } }));
    const [, remaining = null] = /"daily";r=(\d+)/.exec(response.headers.get("ratelimit") ?? "") ?? [];
    return [response.status, remaining];
  }

  async statusOf(key: string, slug?: string): Promise<number> {
    return (await this.ask(key, slug))[0];
  }

  async end(): Promise<void> {
    await this.#dispose();
  }
}

describe.skipIf(postgresIsMissing())("a clock that jumps, on PostgreSQL", { timeout: 60_000 }, () => {
  let server: PostgresServer;
  const worlds: World[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    for (const world of worlds) await world.end();
    await server.stop();
  });

  async function open(url: string): Promise<World> {
    const world = new World(url);
    worlds.push(world);
    await world.fill();
    return world;
  }

  it("decides the expiry of keys, and removes none of them", async () => {
    const world = await open(server.url());
    const [lasting, brief, revoked] = [
      await world.createKey(),
      await world.createKey({ expiresIn: "1h" }),
      await world.createKey(),
    ];
    await world.api.apiKeys.revoke({ organizationSlug, keyId: revoked.id });
    const statuses = async (): Promise<number[]> => [
      await world.statusOf(lasting.key),
      await world.statusOf(brief.key),
      await world.statusOf(revoked.key),
    ];
    for (const jump of [5 * hour, 26 * hour, 24 * 30 * hour]) {
      expect(await statuses()).toEqual([200, 200, 401]);
      world.clock.advance(jump);
      expect(await statuses()).toEqual([200, 401, 401]);
      world.clock.advance(-jump);
    }
    world.clock.advance(-5 * hour);
    expect(await statuses()).toEqual([200, 200, 401]);
  });

  it("publishes a scheduled post by the clock of the API", async () => {
    const world = await open(server.url());
    const { key } = await world.createKey();
    expect(await world.statusOf(key, "planned")).toBe(404);
    world.clock.advance(-5 * hour);
    expect(await world.statusOf(key, "planned")).toBe(404);
    world.clock.advance(8 * hour);
    expect(await world.statusOf(key, "planned")).toBe(200);
  });

  it("has a quota for each day that it shows", async () => {
    const world = await open(server.url());
    const { key } = await world.createKey();
    const ask = async (count: number): Promise<(string | null)[]> => {
      const left: (string | null)[] = [];
      for (let number = 0; number < count; number++) {
        const [status, remaining] = await world.ask(key);
        expect(status).toBe(200);
        left.push(remaining);
      }
      return left.slice(-1);
    };
    expect(await ask(20)).toEqual(["30"]);
    world.clock.advance(5 * hour);
    expect(await ask(10)).toEqual(["20"]);
    world.clock.advance(20 * hour);
    expect(await ask(50)).toEqual(["0"]);
    expect(await world.ask(key)).toEqual([429, "0"]);
    world.clock.advance(-25 * hour);
    expect(await ask(20)).toEqual(["0"]);
    expect(await world.ask(key)).toEqual([429, "0"]);
    world.clock.advance(25 * hour);
    expect(await world.ask(key)).toEqual([429, "0"]);
  });
});
