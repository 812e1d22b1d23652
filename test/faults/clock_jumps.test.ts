import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { ManualClock } from "../manual_clock.ts";
import { startForSuite } from "../servers/release_after_use.ts";
import { closedAfterUse } from "../storage-drivers/_open_driver.ts";
import { patient } from "../storage-drivers/_patient.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { startPostgres } from "../storage-drivers/_postgres_server.ts";
import { ask } from "../storage-drivers/_publish_post.ts";
import { until } from "../storage-drivers/_redis_server.ts";

const organizationSlug = "acme";
const hour = 3_600_000;
const perDay = 50;

/** An API whose clock a test sets. The clock of the database differs from it by months. */
class World {
  readonly clock = new ManualClock();
  readonly api: PublicApi;
  #userId = "";

  constructor(url: string, perSecond?: number) {
    const storage = closedAfterUse(postgresDriver({ url, clock: this.clock, ...patient }));
    const rateLimit = perSecond === undefined ? { perDay } : { perDay, perSecond };
    const options = { storage, clock: this.clock, rateLimit };
    this.api = createPublicApi({ ...options, deployment: "cluster" });
  }

  async fill(): Promise<void> {
    await this.api.organizations.create({
      slug: organizationSlug,
      name: "Acme",
      siteUrl: "https://acme.example",
    });
    const now = this.clock.now();
    await this.api.posts.create(organizationSlug, { name: "Hello", publishedAt: now - 24 * hour });
    await this.api.posts.create(organizationSlug, { name: "Recent" });
    await this.api.posts.create(organizationSlug, { name: "Planned", publishedAt: now + 2 * hour });
    const { id } = await this.api.users.create({ name: "Ada" });
    await this.api.users.addToOrganization(id, { organizationSlug, role: "viewer" });
    this.#userId = id;
  }

  async createKey(options: { expiresIn?: string } = {}): Promise<{ key: string; id: string }> {
    return this.api.apiKeys.generate({ organizationSlug, userId: this.#userId, name: "K", ...options });
  }

  async read(path: string): Promise<string> {
    return (await ask(this.api, path)).text();
  }

  /** Returns the status, and the requests that the key has left on the day. */
  async ask(key: string, slug = "hello"): Promise<[status: number, remaining: string | null]> {
    const response = await ask(this.api, `/post/acme/${slug}`, key);
    const [, remaining = null] = /"daily";r=(\d+)/.exec(response.headers.get("ratelimit") ?? "") ?? [];
    return [response.status, remaining];
  }

  async statusOf(key: string, slug?: string): Promise<number> {
    return (await this.ask(key, slug))[0];
  }
}

describe.skipIf(postgresIsMissing())("a clock that jumps, on PostgreSQL", () => {
  const server = startForSuite(startPostgres);

  async function open(url: string, perSecond?: number): Promise<World> {
    const world = new World(url, perSecond);
    await world.fill();
    return world;
  }

  /** Waits until no store removes expired records, which a clock that is ahead starts. */
  async function untilSwept(): Promise<void> {
    const active = "select from pg_stat_activity where application_name = 'postern' and state = 'active'";
    await until(async () => (await server().query(active)).length === 0);
  }

  it("decides the expiry of keys, and removes none of them", async () => {
    const world = await open(server().url());
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
    const world = await open(server().url());
    const { key } = await world.createKey();
    expect(await world.statusOf(key, "planned")).toBe(404);
    world.clock.advance(-5 * hour);
    expect(await world.statusOf(key, "planned")).toBe(404);
    world.clock.advance(8 * hour);
    expect(await world.statusOf(key, "planned")).toBe(200);
  });

  it("hides a post while a clock shows a time before its publication", async () => {
    const world = await open(server().url());
    const { key } = await world.createKey();
    expect(await world.statusOf(key, "recent")).toBe(200);
    world.clock.advance(-5 * hour);
    expect([await world.statusOf(key, "recent"), await world.statusOf(key)]).toEqual([404, 200]);
    world.clock.advance(5 * hour);
    expect(await world.statusOf(key, "recent")).toBe(200);
  });

  it("withdraws a scheduled post that a clock ahead of time has published", async () => {
    const world = await open(server().url());
    const { key } = await world.createKey();
    const shown = async (): Promise<[status: number, list: boolean, sitemap: boolean]> => [
      await world.statusOf(key, "planned"),
      (await world.read("/post/acme")).includes('"planned"'),
      (await world.read("/post/acme/sitemap")).includes("/planned<"),
    ];
    for (const jump of [3 * hour, 26 * hour]) {
      for (const _request of [1, 2]) expect(await shown()).toEqual([404, false, false]);
      world.clock.advance(jump);
      for (const _request of [1, 2]) expect(await shown()).toEqual([200, true, true]);
      world.clock.advance(-jump);
      for (const _request of [1, 2]) expect(await shown()).toEqual([404, false, false]);
    }
  });

  it.each([1, 2])("counts a limit of %i per second anew after a clock was ahead", async (perSecond) => {
    const world = await open(server().url(), perSecond);
    const { key } = await world.createKey();
    const statuses = async (): Promise<number[]> => {
      const found: number[] = [];
      for (let number = 0; number <= perSecond; number++) found.push(await world.statusOf(key));
      return found;
    };
    const limited = [...Array.from({ length: perSecond }, () => 200), 429];
    for (const jump of [5 * hour, 24 * 30 * hour]) {
      world.clock.advance(jump);
      expect(await statuses()).toEqual(limited);
      await untilSwept();
      world.clock.advance(-jump);
      expect(await statuses()).toEqual(limited);
      world.clock.advance(1000);
    }
  });

  it("counts a limit per second anew after a different process was ahead", async () => {
    const url = server().url();
    const [right, ahead] = [await open(url, 2), new World(url, 2)];
    const { key } = await right.createKey();
    ahead.clock.advance(5 * hour);
    const askBoth = async (): Promise<number[]> => [
      await ahead.statusOf(key),
      await ahead.statusOf(key),
      await right.statusOf(key),
      await right.statusOf(key),
      await right.statusOf(key),
    ];
    for (const _second of [1, 2]) {
      expect(await askBoth()).toEqual([200, 200, 200, 200, 429]);
      right.clock.advance(1000);
      ahead.clock.advance(1000);
    }
  });

  it("has a quota for each day that it shows", async () => {
    const world = await open(server().url());
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
