import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver, AtomicOperations, SearchTables } from "../../lib/store/mod.ts";
import { openLmdb, openMemory, openPostgres, openSqlite } from "../access/storages.ts";
import type { OpenStorage } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { ManualClock } from "../manual_clock.ts";
import { sqliteIsMissing } from "../sqlite_is_missing.ts";

const slugs = ["a", "b", "c", "d"] as const;
const slug = fc.constantFrom(...slugs);
const minute = 60_000;

/** One change of the content. Words of posts are distinct, so that each search shows which post was found. */
const change = fc.oneof(
  fc.record({
    kind: fc.constant("put" as const),
    slug,
    status: fc.constantFrom<"published" | "draft" | "archived">("published", "draft", "archived"),
    word: fc.constantFrom("red", "green", "blue"),
  }),
  fc.record({ kind: fc.constant("schedule" as const), slug, minutes: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant("delete" as const), slug }),
  fc.record({ kind: fc.constant("rename" as const), slug, to: slug }),
  fc.record({ kind: fc.constant("silent" as const), slug }),
  fc.record({ kind: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant("search" as const) }),
  fc.record({ kind: fc.constant("restart" as const) }),
  fc.record({ kind: fc.constant("rebuild" as const) }),
  // Stops to save the index after some commits, as the end of the process would.
  fc.record({ kind: fc.constant("interrupted rebuild" as const), commits: fc.integer({ min: 0, max: 6 }) }),
);

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Refuses the commits to saved indexes after some of them. */
class Interruption {
  commitsLeft = Infinity;

  wrap(driver: AtomicDriver): AtomicDriver {
    const { atomic } = driver;
    const commit: AtomicOperations["commit"] = async (partition, changes) => {
      const keys = [...(changes.sets ?? []).map(({ key }) => key), ...(changes.deletes ?? [])];
      if (keys.some((key) => key.startsWith("search-")) && --this.commitsLeft < 0) throw new Error("killed");
      return atomic.commit(partition, changes);
    };
    const { searchTables } = atomic;
    const tables = searchTables === undefined ? {} : { searchTables: this.#wrapTables(searchTables) };
    return { ...driver, atomic: forwardAtomic(atomic, { commit, ...tables }) };
  }

  #wrapTables(tables: SearchTables): SearchTables {
    const apply: SearchTables["apply"] = async (change) => {
      if (--this.commitsLeft < 0) throw new Error("killed");
      return tables.apply(change);
    };
    return new Proxy(tables, {
      get: (target, name) => {
        const member: unknown = name === "apply" ? apply : Reflect.get(target, name);
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });
  }
}

/** Two processes over one storage: the second one only reads. */
class Deployment {
  readonly clock: ManualClock;
  readonly writer: PublicApi;
  reader: PublicApi;
  readonly #create: () => PublicApi;
  readonly #interruption: Interruption;

  constructor(create: () => PublicApi, clock: ManualClock, interruption: Interruption) {
    this.#create = create;
    this.#interruption = interruption;
    this.clock = clock;
    this.writer = create();
    this.reader = create();
  }

  async apply(step: Change): Promise<void> {
    const { posts } = this.writer;
    if (step.kind === "wait") this.clock.advance(step.minutes * minute);
    else if (step.kind === "search") await this.compare();
    else if (step.kind === "restart") this.reader = this.#create();
    else if (step.kind === "rebuild") await this.writer.searchIndexes.rebuild("acme");
    else if (step.kind === "interrupted rebuild") {
      this.#interruption.commitsLeft = step.commits;
      await this.#create()
        .searchIndexes.rebuild("acme")
        .catch(() => undefined);
      this.#interruption.commitsLeft = Infinity;
    } else if (step.kind === "delete") await posts.delete({ organizationSlug: "acme", slug: step.slug });
    else if (step.kind === "rename") {
      const renamed = posts.update({ organizationSlug: "acme", slug: step.slug }, { slug: step.to });
      // The post may not exist, or the slug may be taken.
      await renamed.catch(() => undefined);
    } else if (step.kind === "schedule") {
      const publishedAt = new Date(this.clock.now() + step.minutes * minute).toISOString();
      const html = "<p>common scheduled</p>";
      await posts.put("acme", { name: "Soon", slug: step.slug, html, status: "published", publishedAt });
    } else if (step.kind === "silent") {
      const html = "<h2>Is it silent?</h2><p>common imported</p>";
      await posts.put("acme", { name: "Import", slug: step.slug, html }, { isSilent: true });
    } else {
      const { slug: own, status, word } = step;
      await posts.put("acme", {
        name: "Post",
        slug: own,
        html: `<p>common ${word}</p>`,
        status,
      });
    }
  }

  /** Compares the search of each process with the list. */
  async compare(): Promise<void> {
    for (const api of [this.writer, this.reader]) {
      const get = async <Body>(path: string): Promise<Body> =>
        (await (await api.fetch(new Request(`http://localhost/api/public/v1/${path}`))).json()) as Body;
      const { posts } = await get<{ posts: { slug: string; html: string }[] }>("post/acme?fields=slug,html");
      for (const word of ["common", "red", "green", "blue", "scheduled", "imported"]) {
        const listed = posts.filter(({ html }) => html.includes(word)).map((post) => post.slug);
        const { results } = await get<{ results: { slug: string }[] }>(
          `search/acme?in=posts&q=${word}%20&limit=50`,
        );
        // oxlint-disable-next-line vitest/no-standalone-expect -- tests call this method
        expect([word, results.map((result) => result.slug).toSorted()]).toEqual([word, listed.toSorted()]);
      }
    }
  }
}

/** Number of words that make an index large enough to be saved. */
const savedWords = 100_000;

async function check(openStorage: OpenStorage, steps: readonly Change[], isSaved = false): Promise<void> {
  const clock = new ManualClock();
  const { storage, close } = await openStorage(clock);
  try {
    const interruption = new Interruption();
    const driver = interruption.wrap(storage as AtomicDriver);
    const create = (): PublicApi => createPublicApi({ storage: driver, clock, onError: () => undefined });
    const deployment = new Deployment(create, clock, interruption);
    const { writer } = deployment;
    await writer.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    if (isSaved) {
      const html = `<p>common ${"x ".repeat(savedWords)}</p>`;
      await writer.posts.put("acme", { name: "Long", slug: "long", html });
    }
    for (const step of steps) await deployment.apply(step);
    await deployment.compare();
    await deployment.writer.events.settle();
    await deployment.reader.events.settle();
    await writer.searchIndexes.rebuild("acme");
    await expectNoLeftovers(driver);
  } finally {
    await close();
  }
}

/** Expects that the store has no part of a saved index that the header does not name. */
async function expectNoLeftovers({ atomic }: AtomicDriver): Promise<void> {
  const records = await atomic.list("org!acme", { start: "search-", end: "search.", limit: 100 });
  const header = records.find(({ key }) => key === "search-index!posts")?.value["data"];
  const { current } = (header ?? {}) as { current?: { chunks: number } };
  // oxlint-disable-next-line vitest/no-standalone-expect -- the test calls this function
  expect(records).toHaveLength(current === undefined ? 0 : current.chunks + 1);
}

/** Sequences that random changes rarely contain. */
const examples: Change[][] = [
  [
    { kind: "schedule", slug: "a", minutes: 2 },
    { kind: "search" },
    { kind: "wait", minutes: 3 },
    { kind: "search" },
  ],
  [
    { kind: "put", slug: "a", status: "published", word: "red" },
    { kind: "search" },
    { kind: "silent", slug: "a" },
    { kind: "search" },
    { kind: "rename", slug: "a", to: "b" },
    { kind: "search" },
    { kind: "delete", slug: "b" },
  ],
  [
    { kind: "put", slug: "a", status: "published", word: "red" },
    { kind: "rebuild" },
    { kind: "put", slug: "a", status: "published", word: "blue" },
    { kind: "interrupted rebuild", commits: 2 },
    { kind: "restart" },
    { kind: "delete", slug: "a" },
    { kind: "restart" },
  ],
];

const storages: [string, OpenStorage, number][] = [
  ["memory", openMemory, 150],
  ["lmdb", openLmdb, 10],
];
if (!sqliteIsMissing()) storages.push(["sqlite", openSqlite, 10]);
if (!postgresIsMissing()) storages.push(["postgres", openPostgres, 15]);

describe.each(storages)("search over %s", (_name, openStorage, numRuns) => {
  // oxlint-disable-next-line vitest/expect-expect -- `compare` asserts
  it("finds exactly the posts of the list, in every process, after any changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 14 }), (steps) => check(openStorage, steps)),
      { numRuns, examples: examples.map((steps) => [steps]) },
    );
  }, 120_000);

  // oxlint-disable-next-line vitest/expect-expect -- `compare` asserts
  it("finds exactly the posts of the list with saved indexes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 14 }), (steps) => check(openStorage, steps, true)),
      { numRuns: Math.ceil(numRuns / 5), examples: examples.map((steps) => [steps]) },
    );
  }, 120_000);
});
