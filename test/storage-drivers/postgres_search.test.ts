import { afterEach, describe, expect, it } from "vitest";
import { createPublicApi, type PublicApi } from "../../lib/mod.ts";
import type { AtomicDriver, IndexName } from "../../lib/store/mod.ts";
import { migrationSql } from "../../storage-drivers/postgres/migrations.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { ManualClock } from "../manual_clock.ts";
import { postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { type SharedPostgres, sharedPostgres } from "./_shared_postgres.ts";
import { patient } from "./_patient.ts";

/** Words without common beginnings or typos. */
const animals = ["ant", "bison", "cheetah", "dolphin", "elephant"];
const tables = ["index", "document", "result", "word", "stem", "posting"];

describe.skipIf(postgresIsMissing())("the search tables of PostgreSQL", () => {
  const clock = new ManualClock();
  const opened: AtomicDriver[] = [];
  afterEach(async () => {
    for (const driver of opened.splice(0)) await driver.dispose?.();
  });

  const open = (server: SharedPostgres, schema: string): PublicApi => {
    const storage = postgresDriver({ url: server.url(schema), clock, ...patient });
    opened.push(storage);
    return createPublicApi({ storage, clock });
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
    const url = `http://localhost/api/public/v1/search/acme?limit=50&q=${encodeURIComponent(q)}`;
    const response = await api.fetch(new Request(url));
    const { results } = (await response.json()) as { results: { slug: string }[] };
    return results.map(({ slug }) => slug);
  };
  const countRows = async (server: SharedPostgres, schema: string): Promise<number[]> => {
    const counts = tables.map((table) => `(select count(*)::int from ${schema}.search_${table}) as ${table}`);
    const [row] = await server.query(`select ${counts.join(", ")}`);
    return tables.map((table) => Number(row?.[table]));
  };

  it("are written once, although several processes ask at once", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const [first, ...others] = Array.from({ length: 4 }, () => open(server, schema)) as [
      PublicApi,
      ...PublicApi[],
    ];
    await publish(first, 45);
    for (const found of await Promise.all([first, ...others].map((api) => find(api, "common")))) {
      expect(found).toHaveLength(45);
    }
    // Each post has the words of its name, "common", and a word of its own.
    expect(await countRows(server, schema)).toEqual([1, 45, 45, 92, 92, 180]);
    expect(await server.query(`select distinct results from ${schema}.search_word order by 1`)).toEqual([
      { results: 1 },
      { results: 45 },
    ]);
  });

  it("are finished by another process if the writer is gone, and a writer that comes back changes nothing", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const api = open(server, schema);
    await publish(api, 3);
    await find(api, "common");
    const index = `${schema}.search_index`;
    await server.query(
      `update ${index} set writer = 'gone', revision = null, writer_until = clock_timestamp() + interval '1 second'`,
    );
    expect(await find(api, "common")).toHaveLength(3);
    const { searchTables } = opened[0]?.atomic ?? {};
    const [{ id = 0 } = {}] = await server.query(`select id from ${index}`);
    const change = { index: Number(id), writer: "gone", removed: ["1", "2", "3"], added: [] };
    expect(await searchTables?.apply(change)).toBe(false);
    const end = { index: Number(id), writer: "gone", revision: "wrong", changesAt: Infinity };
    expect(await searchTables?.finish(end)).toBe(false);
    expect(await find(api, "common")).toHaveLength(3);
  });

  it("lose the words of posts that change or are deleted", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const api = open(server, schema);
    await publish(api, 3);
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
      { results: 2, words: 16 },
    ]);
  });

  it("are built anew by a rebuild, and the rows of the earlier index are removed", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const api = open(server, schema);
    await publish(api, 3);
    await find(api, "common");
    const before = await countRows(server, schema);
    const rebuilt = await api.searchIndexes.rebuild("acme");
    expect(rebuilt.posts).toEqual({
      documents: 3,
      passages: 6,
      words: 24,
      memoryBytes: 0,
      savedBytes: null,
    });
    expect(await find(api, "common")).toHaveLength(3);
    await sweep(api);
    // A second index is that of the knowledge base, which is empty.
    await expect.poll(() => countRows(server, schema)).toEqual([2, ...before.slice(1)]);
    expect(await find(api, "cheetah")).toEqual(["post-2"]);
  });

  it("are emptied after the organization was deleted", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const api = open(server, schema);
    await publish(api, 3);
    await find(api, "common");
    await api.organizations.delete("acme");
    await sweep(api);
    await expect.poll(() => countRows(server, schema)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("take a post of 25,000 words in parts, and lose all of them with the post", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const api = open(server, schema);
    await publish(api, 1);
    const words = Array.from({ length: 25_000 }, (_, number) => `w${number}`).join(" ");
    await api.posts.create("acme", { name: "Long", html: `<p>${words}</p>` });
    for (const word of ["w7 ", "w12345 ", "w24999 ", '"w19999 w20000 w20001"']) {
      expect([word, await find(api, word)]).toEqual([word, ["long"]]);
    }
    await api.posts.delete({ organizationSlug: "acme", slug: "long" });
    expect(await find(api, "w12345 ")).toEqual([]);
    expect(await server.query(`select count(*)::int from ${schema}.search_posting`)).toEqual([{ count: 4 }]);
  });

  it("rank the results of a common word that were written last, after the filter", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const api = open(server, schema);
    await publish(api, 4);
    await find(api, "common");
    const { searchTables } = opened[0]?.atomic ?? {};
    const [name] = await server.query(`select partition, kind, stamp from ${schema}.search_index`);
    const index = await searchTables?.find({ ownerKey: null, ...(name as Omit<IndexName, "ownerKey">) });
    if (index === null || index === undefined) throw new Error("There is no index");
    const [common] =
      (await searchTables?.words({ index: index.index, words: ["common"], stems: [], prefix: null })) ?? [];
    const rank = async (filter: object): Promise<string[]> => {
      const ranked = await searchTables?.rank({
        index,
        clauses: [{ words: [{ id: common?.id ?? 0, weight: 1 }], isRequired: false, mostOfWord: 2 }],
        excludedWords: [],
        excludedPhrases: [],
        filter: { types: [0], readsPaid: true, ...filter },
        weights: [1, 1, 1, 1, 1, 1],
        phraseWeight: 2,
        saturation: 1.2,
        lengthWeight: 0.6,
        leastShare: 0,
        mostOfPhrase: 2,
        now: Infinity,
        limit: 10,
        after: undefined,
      });
      return (ranked ?? []).map(({ slug }) => slug).toSorted();
    };
    expect(await rank({})).toEqual(["post-2", "post-3"]);
    expect(await rank({ except: "4" })).toEqual(["post-1", "post-2"]);
    expect(await rank({ types: [1] })).toEqual([]);
  });

  it("that are missing give 503, as every failure of the store does", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const api = open(server, schema);
    await publish(api, 1);
    await server.query(`alter table ${schema}.search_word rename to other`);
    const response = await api.fetch(new Request("http://localhost/api/public/v1/search/acme?q=common"));
    expect(response.status).toBe(503);
    await server.query(`alter table ${schema}.other rename to search_word`);
    expect(await find(api, "common")).toEqual(["post-0"]);
  });

  it("are added to a schema of version 1", async () => {
    const server = await sharedPostgres();
    const schema = schemaName();
    const [version1 = ""] = migrationSql(schema, 0).split("-- Version 2");
    await server.query(`create schema ${schema}; ${version1}`);
    const api = open(server, schema);
    await publish(api, 2);
    expect(await find(api, "bison")).toEqual(["post-1"]);
  });

  /** Writes after a minute. Such a write removes the rows of indexes that are not needed any more. */
  async function sweep(api: PublicApi): Promise<void> {
    clock.advance(61_000);
    await api.organizations.create({ slug: "other", name: "Other", siteUrl: "https://other.example" });
  }
});
