import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";

const records = 800;
/** A page of 500 records, the records that are read for 5 ms, and those of the tasks that have started. */
const mostInTurn = 1_400;

interface World {
  api: PublicApi;
  userId: string;
}

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
  "deletes a user": async ({ api, userId }) => api.users.delete(userId),
  "deletes a post": async ({ api }) => api.posts.delete({ organizationSlug: "acme", slug: "post-0" }),
  "deletes an organization": async ({ api }) => api.organizations.delete("acme"),
};

describe("a walk over many records", () => {
  it("lets other requests run in between", async () => {
    const clock = new ManualClock();
    const turns = new CountedTurns(clock);
    const api = createPublicApi({ storage: turns.driver(memoryDriver({ clock })), clock });
    const userId = await fill(api);
    const seen: Record<string, { total: number; most: number }> = {};
    for (const [name, walk] of Object.entries(walks))
      seen[name] = await turns.of(() => walk({ api, userId }));
    expect(Object.entries(seen).filter(([, { total }]) => total < records)).toEqual([]);
    expect(Object.entries(seen).filter(([, { most }]) => most > mostInTurn)).toEqual([]);
  });
});

/** Fills an organization with keys, members, posts and texts. Returns the user that has the keys. */
async function fill(api: PublicApi): Promise<string> {
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: userId } = await api.users.create({ name: "Ann" });
  await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "editor" });
  for (let number = 0; number < records; number++) {
    await api.apiKeys.generate({ organizationSlug: "acme", userId, name: `Key ${number}` });
    const { id } = await api.users.create({ name: `User ${number}` });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    await api.posts.create("acme", { name: `Post ${number}`, html: "<p>x</p>" });
    await api.redirects.add("acme", { from: `/old/${number}`, slug: "post-0" });
    await api.knowledgeBase.add("acme", { text: `Text ${number}` });
  }
  await api.events.settle();
  return userId;
}

/** Counts the records that are read and written in each turn. Every 100 records take a millisecond. */
class CountedTurns {
  #total = 0;
  #most = 0;
  #inTurn = 0;
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
    if (this.#inTurn === 0) setImmediate(() => (this.#inTurn = 0));
    this.#inTurn += read;
    this.#total += read;
    this.#most = Math.max(this.#most, this.#inTurn);
    this.#clock.advance(read / 100);
    return result;
  }
}

/** Waits for a timer. Work that begins in a timer ends its turn before the next timer runs, also on a slow machine. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
