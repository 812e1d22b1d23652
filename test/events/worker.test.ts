import { beforeEach, describe, expect, it } from "vitest";
import { type AtomicDriver, createPublicApi, type PublicApi } from "../../lib/mod.ts";
import { leaseLocation } from "../../lib/events/event_records.ts";
import { Lease, type ProcessIdentity } from "../../lib/events/lease.ts";
import { openStore } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { systemRandomBytes } from "../../lib/base/secrets/random.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";

let clock: ManualClock;
let storage: AtomicDriver;

beforeEach(() => {
  clock = new ManualClock();
  storage = memoryDriver({ clock });
});

function openApi(driver = storage): PublicApi {
  return createPublicApi({ storage: driver, clock, onError: () => undefined });
}

/** Returns a driver of a process that ends after a number of commits, and the store that it leaves behind. */
function mortal(commits: number): AtomicDriver {
  let left = commits;
  const { atomic } = storage;
  const dead = new Error("the process has ended");
  return {
    ...storage,
    atomic: forwardAtomic(atomic, {
      commit: (...args) => {
        if (left-- <= 0) throw dead;
        return atomic.commit(...args);
      },
    }),
  };
}

async function createOrganization(): Promise<void> {
  await openApi().organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
}

async function typesOf(api: PublicApi): Promise<string[]> {
  return (await api.events.list("acme")).events.map(({ type }) => type);
}

describe("an ended process", () => {
  it("loses no event, and leaves none that was not committed", async () => {
    await createOrganization();
    for (let commits = 0; commits < 8; commits++) {
      const before = await openApi().posts.get({ organizationSlug: "acme", slug: `post-${commits}` });
      expect(before).toBeNull();
      const dying = openApi(mortal(commits));
      await dying.posts.create("acme", { name: `Post ${commits}`, html: "" }).catch(() => undefined);
      await dying.events.settle();
      const next = openApi();
      await next.events.deliver();
      const { events } = await next.events.list("acme", { limit: 1000 });
      const ofPost = events.filter(({ data }) => "slug" in data && data.slug === `post-${commits}`);
      const post = await next.posts.get({ organizationSlug: "acme", slug: `post-${commits}` });
      expect([commits, ofPost.length]).toEqual([commits, post === null ? 0 : 1]);
    }
  });

  it("repeats no event of a key", async () => {
    await createOrganization();
    const user = await openApi().users.create({ name: "Ann" });
    await openApi().users.addToOrganization(user.id, { organizationSlug: "acme", role: "viewer" });
    const made: string[] = [];
    for (let commits = 0; commits < 10; commits++) {
      const dying = openApi(mortal(commits));
      const input = { organizationSlug: "acme", userId: user.id, name: "k", expiresIn: "1d" };
      await dying.apiKeys.generate(input).catch(() => undefined);
      await dying.events.settle();
    }
    const next = openApi();
    await next.events.deliver();
    await next.events.deliver();
    for await (const { id } of next.apiKeys.iterate("acme")) made.push(id);
    const told = (await next.events.list("acme")).events.flatMap((event) =>
      event.type === "key.generated" ? event.data.id : [],
    );
    expect(made.length).toBeGreaterThan(3);
    expect(new Set(told)).toEqual(new Set(made));
    expect(told).toHaveLength(made.length);
  });
});

describe("a scheduled post", () => {
  const fetchPost = async (api: PublicApi): Promise<number> =>
    (await api.fetch(new Request("http://localhost/api/public/v1/post/acme/soon"))).status;

  it("is published in the log and over HTTP at the same time, also after a restart", async () => {
    await createOrganization();
    const first = openApi();
    const input = {
      name: "Soon",
      html: "<p>Hi</p>",
      publishedAt: new Date(clock.now() + 5000).toISOString(),
    };
    await first.posts.create("acme", input);
    const second = openApi();
    for (const milliseconds of [0, 4999]) {
      clock.advance(milliseconds);
      await second.events.deliver();
      expect([await fetchPost(second), await typesOf(second)]).toEqual([404, []]);
    }
    clock.advance(1);
    await Promise.all([first.events.deliver(), second.events.deliver()]);
    expect([await fetchPost(second), await typesOf(second)]).toEqual([200, ["post.published"]]);
  });

  it("is published if an earlier version has written it, or an import has restored it", async () => {
    await createOrganization();
    const api = openApi();
    const publishedAt = new Date(clock.now() + 5000).toISOString();
    await api.posts.create("acme", { name: "Soon", html: "<p>Hi</p>", publishedAt });
    const store = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
    await store.deleteAll(["due"], []);
    await store.deleteAll(["org", "acme"], ["due"]);
    await openApi().events.deliver();
    clock.advance(5000);
    await openApi().events.deliver();
    expect(await typesOf(api)).toEqual(["post.published"]);
  });
});

describe("the time of the next delivery", () => {
  const schedule = async (slug: string, milliseconds: number): Promise<void> => {
    const publishedAt = new Date(clock.now() + milliseconds).toISOString();
    await openApi().posts.create("acme", { slug, name: slug, html: "", publishedAt });
  };

  it("is that of the first scheduled post or expiring key", async () => {
    await createOrganization();
    const api = openApi();
    expect(await api.events.deliver()).toEqual({ nextAt: undefined });
    await schedule("later", 60_000);
    await schedule("soon", 5000);
    expect(await api.events.deliver()).toEqual({ nextAt: clock.now() + 5000 });
    clock.advance(5000);
    expect(await openApi().events.deliver()).toEqual({ nextAt: clock.now() + 55_000 });
    const user = await api.users.create({ name: "Ann" });
    await api.users.addToOrganization(user.id, { organizationSlug: "acme", role: "viewer" });
    const expiresAt = new Date(clock.now() + 20_000).toISOString();
    await api.apiKeys.generate({ organizationSlug: "acme", userId: user.id, name: "k", expiresAt });
    expect(await openApi().events.deliver()).toEqual({ nextAt: clock.now() + 20_000 });
  });

  it("is in 15 seconds after an error, also after an error of a single organization", async () => {
    await createOrganization();
    await schedule("soon", 5000);
    clock.advance(5000);
    for (let commits = 0; commits < 3; commits++) {
      const { nextAt } = await openApi(mortal(commits)).events.deliver();
      expect([commits, nextAt]).toEqual([commits, clock.now() + 15_000]);
    }
    expect(await openApi().events.deliver()).toEqual({ nextAt: undefined });
    expect(await typesOf(openApi())).toEqual(["post.published"]);
  });
});

describe("the lease", () => {
  let brief: Lease;
  const lease = (): Lease => {
    const store = openStore(storage, { deployment: "process", clock, randomBytes: systemRandomBytes });
    return new Lease({ store, clock, randomBytes: systemRandomBytes }, leaseLocation);
  };

  it("has one holder, and is taken over within 10 seconds after a crash", async () => {
    const [one, other] = [lease(), lease()];
    expect([await one.hold(), await other.hold()]).toEqual([true, false]);
    for (let second = 0; second < 60; second += 1.5) {
      clock.advance(1500);
      expect([await one.hold(), await other.hold()]).toEqual([true, false]);
    }
    let waited = 0;
    while (!(await other.hold())) {
      const pause = other.untilAttempt();
      clock.advance(pause);
      waited += pause;
    }
    expect(waited).toBeGreaterThan(5000);
    expect(waited).toBeLessThanOrEqual(10_000);
    expect(await one.hold()).toBe(false);
  });

  it("is taken over by processes that each live 3 seconds", async () => {
    await lease().hold();
    let waited = 0;
    for (let isTaken = false; !isTaken; waited += 3000) {
      const brief = lease();
      for (let second = 0; second < 3; second++) {
        isTaken = await brief.hold();
        clock.advance(1000);
      }
    }
    expect(waited).toBeGreaterThan(9000);
    expect(waited).toBeLessThanOrEqual(18_000);
  });

  it("is not taken over while its holder renews it, however brief the others live", async () => {
    const holder = lease();
    for (let second = 0; second < 60; second++) {
      expect(await holder.hold()).toBe(true);
      if (second % 3 === 0) brief = lease();
      expect(await brief.hold()).toBe(false);
      clock.advance(1000);
    }
  });

  it("is taken over immediately from a process that has certainly ended", async () => {
    const identity = (id: string, dead: string[] = []): ProcessIdentity => ({
      id,
      isDead: (other) => dead.includes(other),
    });
    await lease().hold({ process: identity("first") });
    const second = lease();
    expect(await second.hold({ process: identity("second") })).toBe(false);
    expect(await lease().hold({ process: identity("third", ["second"]) })).toBe(false);
    expect(await second.hold({ process: identity("second", ["first"]) })).toBe(true);
  });

  it("is taken over immediately if its holder has rested, with the work that is left", async () => {
    const [one, other] = [lease(), lease()];
    await one.hold();
    await one.release({ retryAt: clock.now() + 1000 });
    expect(await other.hold()).toBe(true);
    expect(await one.hold()).toBe(false);
  });

  it("is taken over immediately after its release", async () => {
    const [one, other] = [lease(), lease()];
    await one.hold();
    expect(await other.hold()).toBe(false);
    await one.release();
    expect(await other.hold()).toBe(true);
  });
});

describe("an API with the host's own content", () => {
  const acme = {
    id: "1",
    slug: "acme",
    name: "Acme",
    siteUrl: "https://acme.example",
    postUrlTemplate: "/blog/{slug}",
    language: "en",
    section: "News",
    speakable: [],
  };
  const content = {
    findOrganization: (slug: string) => (slug === "acme" ? acme : null),
    getPost: (_organization: string, slug: string) =>
      slug === "hello" ? { id: 7, slug, name: "Hello", html: "<p>Hi</p>", tags: ["a"] } : null,
    listPosts: async () => ({ posts: [], next: null }),
  };

  it("records the changes that the host reports", async () => {
    const api = createPublicApi({ storage, clock, content });
    await api.events.changed({ organization: "acme", slug: "hello" });
    await api.events.changed({ organization: "acme", slug: "gone" });
    await api.events.changed({ organization: "acme" });
    await api.events.settle();
    const revision = clock.now();
    const updatedAt = "2026-06-15T12:00:00.000Z";
    const post = { id: 7, slug: "hello", name: "Hello", section: "News", language: "en", tags: ["a"] };
    const { events } = await api.events.list("acme");
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ["post.updated", { ...post, revision, updatedAt }],
      ["post.unpublished", { slug: "gone", revision }],
      ["organization.updated", { id: "1", slug: "acme", name: "Acme", siteUrl: "https://acme.example" }],
    ]);
  });

  it("refuses invalid reports", async () => {
    const api = createPublicApi({ storage, clock, content });
    await expect(api.events.changed({ organization: "nobody" })).rejects.toThrow(
      /there is no organization "nobody"/,
    );
    await expect(api.events.changed({ organization: "" })).rejects.toThrow(
      /\/organization must not be empty/,
    );
    await expect(api.events.changed({} as never)).rejects.toThrow(/\/organization is missing/);
    const unknown = { organization: "acme", post: "hello" } as never;
    await expect(api.events.changed(unknown)).rejects.toThrow(/\/post is not a known field/);
  });

  it("is the only API that accepts reports", async () => {
    await createOrganization();
    await expect(openApi().events.changed({ organization: "acme" })).rejects.toThrow(
      /Postern stores the content/,
    );
  });
});
