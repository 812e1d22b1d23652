import { beforeAll, describe, expect, it } from "vitest";
import { createDashboard } from "../../lib/dashboard/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { openAdminWorld } from "../admin/admin_world.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { ManualClock } from "../manual_clock.ts";
import { untilIdle } from "../until_idle.ts";
import { signIn, visit } from "./dashboard_world.ts";
import { filledPath, pages } from "./page_paths.ts";

/** Round trips of a page: the session with its organization, and two for the page. */
const most = 3;

/** Pages with more round trips, each with their number and the reason. */
const longer: Readonly<Record<string, [trips: number, reason: string]>> = {
  "page/palette?q=listed": [5, "searches the ended keys after the live keys"],
  "page/palette?q=0zz": [5, "searches the ended keys after the live keys"],
  "page/settings/members": [4, "checks the index of the members first"],
  page: [4, "reads the posts of the submissions by their ids"],
  "page/submissions": [4, "reads the posts of the submissions by their ids"],
  "page/posts/{slug}/edit/markdown": [4, "converts the text after it was read"],
  "page/posts?search=zz": [4, "lists only if the number of matches is not 0"],
  "page/posts?tag=Tag+1": [4, "lists only if the number of matches is not 0"],
  "page/settings/invitations/{id}/link": [4, "checks the index of the invitations first"],
  "page/pictures/{hash}": [6, "searches the posts for the file"],
  "page/pictures/{hash}/delete": [6, "searches the posts for the file"],
  "page/settings/api-keys?view=ended": [5, "moves expired keys to the list first"],
};

/** Keys of records that a page may read more than once, each with the reason. */
const repeated: Readonly<Record<string, [keys: RegExp, reason: string]>> = {
  page: [/^post!/, "names the posts of at most 3 submissions beside the latest changes"],
  "page/posts/{slug}": [
    /^(post|working-copy)!/,
    "reads the hidden values and the submission beside the shown text",
  ],
  "page/posts/{slug}/submission": [/^working-copy!/, "compares the submission with the text"],
  "page/posts/{slug}/edit": [
    /^(post|working-copy)!/,
    "suggests the newest posts, and compares the submission with the text",
  ],
  "page/posts/{slug}/edit/markdown": [/^working-copy!/, "converts the text after it was read"],
  "page/palette?q=listed": [/^key-index$/, "searches two lists of keys"],
  "page/palette?q=0zz": [/^key-index$/, "searches two lists of keys"],
  "page/pictures/{hash}": [/^organization$/, "searches the settings for the file"],
  "page/pictures/{hash}/delete": [/^organization$/, "searches the settings for the file"],
  "page/settings/webhooks/{id}": [/^webhook!/, "reads the webhook and its deliveries together"],
  "page/settings/webhooks/{id}/abandoned": [/^webhook!/, "reads the webhook and its events together"],
  "page/settings/members": [/^(user|member!.*|access-indexed)$/, "lists the visitor, and two lists"],
  "page/settings/members/{id}/role": [/^member!/, "shows the visitor's own role"],
  "page/settings/members/{id}/sign-in-link": [/^(member!|user$)/, "checks the visitor's own role"],
  "page/settings/members/invite": [/^member!/, "shows the visitor's own role"],
  "page/settings/membership": [/^member!/, "shows the visitor's own role"],
};

/** The store's calls during one page. */
interface PageCalls {
  status: number;
  trips: number;
  /** Keys that the page reads more than once. */
  repeated: string[];
}

describe("a page of the dashboard", () => {
  let calls: Map<string, PageCalls>;
  beforeAll(async () => {
    calls = await callsOfPages();
  }, 60_000);

  it.each(pages.map(({ name }) => name))("needs few round trips, and reads no record twice: %s", (name) => {
    const { status, ...found } = calls.get(name) ?? { status: 0, trips: 0, repeated: [] };
    expect([200, 303]).toContain(status);
    const [trips] = longer[name] ?? [most];
    expect(found.trips).toBeLessThanOrEqual(trips);
    expect(found.repeated.filter((key) => repeated[name]?.[0].test(key) !== true)).toEqual([]);
  });
});

/** Opens each page twice, and counts the calls of the second time: the first fills the caches of the process. */
async function callsOfPages(): Promise<Map<string, PageCalls>> {
  const clock = new ManualClock();
  const trips = new RoundTrips();
  const world = await openAdminWorld({ storage: trips.driver(memoryDriver({ clock })), clock });
  const postFields = [
    { name: "rating", type: "number" },
    { name: "related", type: "reference" },
  ] as const;
  await world.api.organizations.update("acme", { postFields });
  const served = { api: world.api, dashboard: createDashboard(world.api) };
  const { cookie } = await signIn(served, world.owner.userId);
  const calls = new Map<string, PageCalls>();
  for (const { path, query, name } of pages) {
    const open = async (): Promise<number> => {
      const response = await visit(served, `/o/${filledPath(path, world)}${query}`, { cookie });
      await response.text();
      return response.status;
    };
    await open();
    await untilIdle(world.api);
    calls.set(name, await trips.during(open));
  }
  return calls;
}

/** Answers the calls of a driver together, as soon as no further call is made without an answer. That is one round trip. */
class RoundTrips {
  #isHeld = false;
  #waiting: (() => void)[] = [];
  #trips = 0;
  #keys: string[] = [];

  driver(driver: AtomicDriver): AtomicDriver {
    const { atomic } = driver;
    const own = forwardAtomic(atomic, {
      getMany: async (addresses) => {
        await this.#hold(addresses);
        return atomic.getMany(addresses);
      },
      query: async (batch) => {
        await this.#hold(batch.reads);
        return (await atomic.query?.(batch)) ?? { counts: [], reads: [] };
      },
      list: async (partition, range) => {
        await this.#hold([]);
        return atomic.list(partition, range);
      },
      commit: async (partition, changes) => {
        await this.#hold([]);
        return atomic.commit(partition, changes);
      },
    });
    return { ...driver, atomic: own };
  }

  async during(open: () => Promise<number>): Promise<PageCalls> {
    [this.#isHeld, this.#trips, this.#keys] = [true, 0, []];
    const status = await open();
    this.#isHeld = false;
    const twice = this.#keys.filter((place, index) => this.#keys.indexOf(place) !== index);
    return { status, trips: this.#trips, repeated: twice.map((place) => place.split("/")[1] ?? "") };
  }

  async #hold(reads: readonly { partition: string; key: string }[]): Promise<void> {
    if (!this.#isHeld) return;
    this.#keys.push(...reads.map(({ partition, key }) => `${partition}/${key}`));
    await new Promise<void>((answer) => {
      this.#waiting.push(answer);
      if (this.#waiting.length === 1) void this.#answerWhenQuiet();
    });
  }

  async #answerWhenQuiet(): Promise<void> {
    for (let waiting = 0; waiting < this.#waiting.length;) {
      waiting = this.#waiting.length;
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#trips++;
    for (const answer of this.#waiting.splice(0)) answer();
  }
}
