import { describe, expect, it } from "vitest";
import { exportRecords, inspectStore } from "../../lib/moving/entry.ts";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";

const records = 800;
/** Two pages of 500 records, and the records that are read for 5 ms. */
const mostInTurn = 1_500;

interface World {
  api: PublicApi;
  storage: AtomicDriver;
  clock: ManualClock;
  /** The user that has the keys. */
  userId: string;
  /** A user with many organizations. */
  memberId: string;
}

const hour = 60 * 60 * 1000;

/** Walks over many records. A turn ends when other tasks of the event loop run. */
const walks: Record<string, (world: World) => Promise<unknown>> = {
  "lists the keys": async ({ api }) => allOf(api.apiKeys.iterate("acme")),
  "lists the live keys": async ({ api }) => allOf(api.apiKeys.iterate("acme", { status: "live" })),
  "lists the users": async ({ api }) => allOf(api.users.iterate()),
  "lists the members": async ({ api }) => allOf(api.users.iterateMembers("acme")),
  "lists the posts": async ({ api }) => allOf(api.posts.iterate("acme")),
  "lists the redirects": async ({ api }) => allOf(api.redirects.iterate("acme")),
  "lists the texts": async ({ api }) => allOf(api.knowledgeBase.iterate("acme")),
  "counts the contents of an organization": async ({ api }) => api.organizations.contents("acme"),
  "lists the organizations of a user": async ({ api, memberId }) =>
    allOf(api.users.iterateOrganizations(memberId)),
  "writes the counts of requests to many organizations": async ({ api }) => api.events.settle(),
  "exports the store": async ({ storage, clock }) => allOf(exportRecords(storage, { clock })),
  "exports the records about a user": async ({ api, memberId }) => allOf(api.users.export(memberId)),
  "lists the records of an organization about a user": async ({ api, memberId: userId }) =>
    api.users.listRecords({ userId, organizationSlug: "acme" }),
  "inspects the store": async ({ storage, clock }) => allOf(inspectStore(storage, { clock })),
  "completes the records of due events, and looks at outboxes": async ({ api }) => api.events.deliver(),
  "emits due events": async ({ api, clock }) => {
    clock.advance(2 * hour);
    await api.events.deliver();
  },
  "deletes a user": async ({ api, userId }) => api.users.delete(userId),
  "deletes a post": async ({ api }) => api.posts.delete({ organizationSlug: "acme", slug: "post-0" }),
  "deletes an organization": async ({ api }) => api.organizations.delete("acme"),
};

describe("a walk over many records", () => {
  it("lets other requests run in between", async () => {
    const clock = new ManualClock();
    const turns = new CountedTurns(clock);
    const storage = turns.driver(memoryDriver({ clock }));
    const api = createPublicApi({ storage, clock });
    const users = { userId: await fill(api, clock), memberId: await fillOthers(api) };
    const world = { api, storage, clock, ...users };
    const seen: Record<string, { total: number; most: number }> = {};
    for (const [name, walk] of Object.entries(walks)) seen[name] = await turns.of(() => walk(world));
    expect(Object.entries(seen).filter(([, { total }]) => total < records)).toEqual([]);
    expect(Object.entries(seen).filter(([, { most }]) => most > mostInTurn)).toEqual([]);
  });
});

/**
 * Fills an organization with keys, members, posts and texts. The keys expire in an hour, when the posts become public. Returns the user that
 * has the keys.
 */
async function fill(api: PublicApi, clock: ManualClock): Promise<string> {
  const later = new Date(clock.now() + hour).toISOString();
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ann" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "editor" });
  for (let number = 0; number < records; number++) {
    await api.apiKeys.generate({
      organizationSlug: "acme",
      userId,
      name: `Key ${number}`,
      expiresAt: later,
    });
    const { id } = await api.users.create({ name: `User ${number}` });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    const post = {
      name: `Post ${number}`,
      html: "<p>x</p>",
      status: "scheduled",
      publishedAt: later,
    } as const;
    await api.posts.create("acme", post);
    await api.redirects.add("acme", { from: `/old/${number}`, slug: "post-0" });
    await api.knowledgeBase.add("acme", { text: `Text ${number}` });
  }
  await api.events.settle();
  return userId;
}

/** Creates organizations with requests whose counts are not written yet. Returns a user that is a member of all of them. */
async function fillOthers(api: PublicApi): Promise<string> {
  const { id } = await api.users.create({ name: "Bob" });
  const slugs = Array.from({ length: records }, (_, number) => `other-${number}`);
  for (const slug of slugs) {
    await api.organizations.create({ slug, name: "Other", siteUrl: "https://other.example" });
    await api.users.addToOrganization(id, { organizationSlug: slug, role: "editor" });
  }
  const read = async (): Promise<void> => {
    for (const slug of slugs) await api.fetch(new Request(`http://localhost/api/public/v1/post/${slug}/x`));
  };
  // The counts of the first request are written immediately, and those of the second by the next `settle`.
  await read();
  await api.events.settle();
  await read();
  return id;
}

/** Counts the records that are read and written in each turn. Every 100 records take a millisecond. */
class CountedTurns {
  #total = 0;
  #most = 0;
  #inTurn = 0;
  /** Time of the records that the clock has not passed yet, in milliseconds. Its times are whole numbers. */
  #unspent = 0;
  #isCounting = false;
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  /** Returns the number of records that work reads and writes, and the most of them in a turn. */
  async of(work: () => Promise<unknown>): Promise<{ total: number; most: number }> {
    await endOfTurn();
    [this.#total, this.#most, this.#isCounting] = [0, 0, true];
    await work();
    await endOfTurn();
    this.#isCounting = false;
    return { total: this.#total, most: this.#most };
  }

  driver(driver: AtomicDriver): AtomicDriver {
    return {
      ...driver,
      atomic: forwardAtomic(driver.atomic, {
        getMany: async (addresses) => this.#count(addresses.length, driver.atomic.getMany(addresses)),
        query: (batch) =>
          this.#count(batch.reads.length, driver.atomic.query?.(batch) ?? { counts: [], reads: [] }),
        list: async (partition, range) => {
          const found = await driver.atomic.list(partition, range);
          return this.#count(found.length, found);
        },
        commit: async (partition, changes) => this.#count(1, driver.atomic.commit(partition, changes)),
      }),
    };
  }

  #count<Result>(read: number, result: Result): Result {
    if (!this.#isCounting) return result;
    if (this.#inTurn === 0) {
      // The first task after the turn is an immediate or a timer.
      const end = (): void => void (this.#inTurn = 0);
      setImmediate(end);
      setTimeout(end, 0);
    }
    this.#inTurn += read;
    this.#total += read;
    this.#most = Math.max(this.#most, this.#inTurn);
    this.#unspent += read / 100;
    this.#clock.advance(Math.floor(this.#unspent));
    this.#unspent %= 1;
    return result;
  }
}

/** Waits for a timer. Work that begins in a timer ends its turn before the next timer runs, also on a slow machine. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
