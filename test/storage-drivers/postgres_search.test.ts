import { Client } from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver, SearchTables } from "../../lib/store/mod.ts";
import { migrationSql } from "../../storage-drivers/postgres/sql/migrations.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { ManualClock } from "../manual_clock.ts";
import { releaseAfterUse } from "../servers/release_after_use.ts";
import { earlierSearchTables } from "./_earlier_search_tables.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { ask } from "./_publish_post.ts";
import { findQuery } from "./_find_query.ts";
import { type SharedPostgres, sharedPostgres } from "./_shared_postgres.ts";
import { patient } from "./_patient.ts";

/** Words without common beginnings or typos. */
const animals = ["ant", "bison", "cheetah", "dolphin", "elephant"];
const tables = ["index", "document", "result", "word", "stem"];

describe.skipIf(postgresIsMissing())("the search tables of PostgreSQL", () => {
  const clock = new ManualClock();
  let server: SharedPostgres;
  let schema: string;
  let driver: AtomicDriver;
  beforeEach(async () => {
    server = await sharedPostgres();
    schema = schemaName();
  });

  const open = (): PublicApi => {
    driver = closedAfterUse(postgresDriver({ url: server.url(schema), clock, ...patient }));
    return createPublicApi({ storage: driver, clock });
  };
  const openFilled = async (count: number): Promise<PublicApi> => {
    const api = open();
    await publish(api, count);
    return api;
  };
  const publish = async (api: PublicApi, count: number): Promise<void> => {
    await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
    for (let number = 0; number < count; number++) {
      await api.posts.create("acme", {
        name: `Post ${number}`,
        html: `<p>common ${animals[number] ?? `word${number}`}</p>`,
      });
    }
  };
  const find = async (api: PublicApi, q: string): Promise<string[]> => {
    const response = await ask(api, `/search/acme?limit=50&q=${encodeURIComponent(q)}`);
    const { results } = (await response.json()) as { results: { slug: string }[] };
    return results.map(({ slug }) => slug);
  };
  const countRows = async (): Promise<number[]> => {
    const counts = tables.map((table) => `(select count(*)::int from ${schema}.search_${table}) as ${table}`);
    const [row] = await server.query(`select ${counts.join(", ")}`);
    return tables.map((table) => Number(row?.[table]));
  };

  it("are written once, although several processes ask at once", async () => {
    const [first, ...others] = Array.from({ length: 4 }, () => open()) as [PublicApi, ...PublicApi[]];
    await publish(first, 45);
    for (const found of await Promise.all([first, ...others].map((api) => find(api, "common")))) {
      expect(found).toHaveLength(45);
    }
    // Each post has the words of its name, "common", and a word of its own.
    expect(await countRows()).toEqual([1, 45, 45, 92, 92]);
    expect(await server.query(`select distinct results from ${schema}.search_word order by 1`)).toEqual([
      { results: 1 },
      { results: 45 },
    ]);
  });

  it("are finished by another process if the writer is gone, and a writer that comes back changes nothing", async () => {
    const api = await openFilled(3);
    await find(api, "common");
    const index = `${schema}.search_index`;
    await server.query(
      `update ${index} set writer = 'gone', revision = null, writer_until = clock_timestamp() + interval '1 second'`,
    );
    expect(await find(api, "common")).toHaveLength(3);
    const { searchTables } = driver.atomic;
    const [{ id = 0 } = {}] = await server.query(`select id from ${index}`);
    const change = { index: Number(id), writer: "gone", removed: ["1", "2", "3"], added: [] };
    expect(await searchTables?.apply(change)).toBe(false);
    const end = { index: Number(id), writer: "gone", revision: "wrong", changesAt: Infinity };
    expect(await searchTables?.finish(end)).toBe(false);
    expect(await find(api, "common")).toHaveLength(3);
  });

  it("lose the words of posts that change or are deleted", async () => {
    const api = await openFilled(3);
    expect(await find(api, "bison")).toEqual(["post-1"]);
    await api.posts.update({ organizationSlug: "acme", slug: "post-1" }, { html: "<p>common other</p>" });
    await api.posts.delete({ organizationSlug: "acme", slug: "post-2" });
    expect(await find(api, "bison ")).toEqual([]);
    expect((await find(api, "common")).toSorted()).toEqual(["post-0", "post-1"]);
    const [{ passages } = {}] = await server.query(
      `select string_agg(passages, '') as passages from ${schema}.search_result`,
    );
    expect(passages).not.toContain("cheetah");
    expect(await server.query(`select results, words::int from ${schema}.search_index`)).toEqual([
      { results: 2, words: 12 },
    ]);
  });

  it("are built anew by a rebuild, and the rows of the earlier index are removed", async () => {
    const api = await openFilled(3);
    await find(api, "common");
    const before = await countRows();
    const rebuilt = await api.searchIndexes.rebuild("acme");
    expect(rebuilt.posts).toEqual({
      documents: 3,
      passages: 6,
      words: 18,
      memoryBytes: 0,
      savedBytes: null,
    });
    expect(await find(api, "common")).toHaveLength(3);
    await sweep(api);
    // A second index is that of the knowledge base, which is empty.
    await expect.poll(() => countRows()).toEqual([2, ...before.slice(1)]);
    expect(await find(api, "cheetah")).toEqual(["post-2"]);
  });

  it("are emptied after the organization was deleted", async () => {
    const api = await openFilled(3);
    await find(api, "common");
    await api.organizations.delete("acme");
    await sweep(api);
    await expect.poll(() => countRows()).toEqual([0, 0, 0, 0, 0]);
  });

  it("take a post of 25,000 words in parts, and lose all of them with the post", async () => {
    const api = await openFilled(1);
    const html = Array.from({ length: 25_000 }, (_, number) => `w${number}`).join(" ");
    await api.posts.create("acme", { name: "Long", html: `<p>${html}</p>` });
    for (const word of ["w7 ", "w12345 ", "w24999 ", '"w19999 w20000 w20001"']) {
      expect([word, await find(api, word)]).toEqual([word, ["long"]]);
    }
    await api.posts.delete({ organizationSlug: "acme", slug: "long" });
    expect(await find(api, "w12345 ")).toEqual([]);
    const words = `select count(*)::int from ${schema}.search_word where results > 0`;
    expect(await server.query(words)).toEqual([{ count: 4 }]);
  });

  it("find at most a number of results of a probe, after the filter, and no result twice", async () => {
    const api = await openFilled(4);
    await find(api, "common");
    const { searchTables } = driver.atomic;
    const [{ id = 0 } = {}] = await server.query(
      `select id from ${schema}.search_word where word = 'common'`,
    );
    const findAll = async (most: readonly number[], filter: object): Promise<string[]> => {
      const found = await searchTables?.findResults({
        ...findQuery,
        probes: most.map((one) => ({ groups: [[Number(id)]], isStrong: false, most: one })),
        countedWords: [],
        filter: { ...findQuery.filter, ...filter },
      });
      return (found ?? []).map(({ place }) => place);
    };
    expect(await findAll([2], {})).toEqual(["1 0", "2 0"]);
    expect(await findAll([2, 1], {})).toEqual(["1 0", "2 0", "3 0"]);
    expect(await findAll([2], { except: "1" })).toEqual(["2 0", "3 0"]);
    expect(await findAll([9], { types: [1] })).toEqual([]);
  });

  it("are asked once for the words that misspelled words can mean, and for at most eight words", async () => {
    const api = await openFilled(animals.length);
    await find(api, "common");
    const { searchTables } = driver.atomic;
    if (searchTables === undefined) throw new Error("There are no tables");
    const asked = vi.spyOn(Object.getPrototypeOf(searchTables) as SearchTables, "similarWords");
    releaseAfterUse(() => asked.mockRestore());
    expect((await find(api, "bisom cheetha ")).toSorted()).toEqual(["post-1", "post-2"]);
    expect(asked).toHaveBeenCalledOnce();
    const unknown = Array.from({ length: 9 }, (_, number) => `unknown${number}`).join(" ");
    expect(await find(api, `${unknown} bisom `)).toEqual([]);
    expect(await find(api, `bisom ${unknown} `)).toEqual(["post-1"]);
    expect(asked.mock.calls.map(([, words]) => words.length)).toEqual([2, 8, 8]);
  });

  it("that are missing give 503, as every failure of the store does", async () => {
    const api = await openFilled(1);
    await server.query(`alter table ${schema}.search_word rename to other`);
    const response = await ask(api, "/search/acme?q=common");
    expect(response.status).toBe(503);
    await server.query(`alter table ${schema}.other rename to search_word`);
    expect(await find(api, "common")).toEqual(["post-0"]);
  });

  it("give 503 when a search takes too long, and end it in the server, as when its client has gone", async () => {
    const api = await openFilled(1);
    expect(await find(api, "common")).toEqual(["post-0"]);
    await server.query(`
      alter table ${schema}.search_result rename to fast_result;
      create view ${schema}.search_result as select * from ${schema}.fast_result where pg_sleep(600) is not null`);
    const running = async (): Promise<unknown> =>
      server.query(
        "select query from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()",
        [`%${schema}%find_results%`],
      );
    const storage = closedAfterUse(
      postgresDriver({ url: server.url(schema), clock, ...patient, commandTimeoutMs: 2000 }),
    );
    const response = await ask(createPublicApi({ storage, clock }), "/search/acme?q=common");
    expect(response.status).toBe(503);
    await expect.poll(running, { timeout: 20_000 }).toEqual([]);
    const client = new AbortController();
    const url = "http://localhost/api/public/v1/search/acme?q=common";
    const leaving = Promise.allSettled([api.fetch(new Request(url, { signal: client.signal }))]);
    await expect.poll(running, { timeout: 20_000 }).toHaveLength(1);
    client.abort();
    await leaving;
    await expect.poll(running, { timeout: 20_000 }).toEqual([]);
  });

  it("are released by a writer whose store is closed, and its change ends in the server", async () => {
    const api = await openFilled(1);
    await find(api, "common");
    await api.posts.update({ organizationSlug: "acme", slug: "post-0" }, { html: "<p>common other</p>" });
    const { port } = server;
    const stranger = new Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
    await stranger.connect();
    releaseAfterUse(() => stranger.end());
    await stranger.query(`begin; lock table ${schema}.search_document in share mode`);
    const running = async (): Promise<unknown> =>
      server.query(
        "select query from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()",
        [`%${schema}%write_search%`],
      );
    const searching = ask(api, "/search/acme?q=other");
    await expect.poll(running, { timeout: 20_000 }).toHaveLength(1);
    await driver.dispose?.();
    expect((await searching).status).toBe(503);
    expect(await running()).toEqual([]);
    const released = `select writer_until = '-infinity' as released from ${schema}.search_index`;
    expect(await server.query(released)).toEqual([{ released: true }]);
    await stranger.query("rollback");
    expect(await find(open(), "other ")).toEqual(["post-0"]);
  });

  it("of version 4 stay for processes of that version, and are emptied a day after the new index was built", async () => {
    const [sql = ""] = migrationSql(schema, 0).split("-- Version 2\n");
    await server.query(`create schema ${schema}; ${sql} ${earlierSearchTables(schema)}`);
    const api = await openFilled(2);
    expect(await find(api, "bison")).toEqual(["post-1"]);
    const countEarlier = async (): Promise<number[]> => {
      const [row] = await server.query(`select
        (select count(*)::int from ${schema}.search_posting) as postings,
        (select count(*)::int from ${schema}.search_document where index = 1) as documents`);
      return [Number(row?.["postings"]), Number(row?.["documents"])];
    };
    await sweep(api);
    expect(await countEarlier()).toEqual([1, 1]);
    await server.query(`update ${schema}.search_index set replaced_at = replaced_at - interval '25 hours'`);
    await sweep(api);
    await expect.poll(() => countEarlier()).toEqual([0, 0]);
    expect(await find(api, "bison")).toEqual(["post-1"]);
    await server.query(
      `drop table ${schema}.search_posting; drop function ${schema}.remove_postings(int, int[])`,
    );
    await sweep(api);
    expect(await find(api, "bison")).toEqual(["post-1"]);
  });

  /** Writes after a minute. Such a write removes the rows of indexes that are not needed any more. */
  async function sweep(api: PublicApi): Promise<void> {
    clock.advance(61_000);
    const slug = `other-${clock.now()}`;
    await api.organizations.create({ slug, name: "Other", siteUrl: "https://other.example" });
  }
});
