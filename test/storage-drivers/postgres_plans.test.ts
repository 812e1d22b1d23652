import { beforeEach, describe, expect, it } from "vitest";
import type { AtomicDriver, JsonObject, SearchTables, TableDocument } from "../../lib/store/mod.ts";
import { postgresDriver } from "../../storage-drivers/postgres.ts";
import { ManualClock } from "../manual_clock.ts";
import { closedAfterUse } from "./_open_driver.ts";
import { patient } from "./_patient.ts";
import { postgresIsMissing, schemaName } from "./_postgres_client.ts";
import { until } from "./_redis_server.ts";
import { findQuery } from "./_find_query.ts";
import { type SharedPostgres, sharedPostgres } from "./_shared_postgres.ts";

const tables = ["record", ...["document", "result", "word", "stem"].map((table) => `search_${table}`)];
const records = 4_000;
const documents = 1_000;
const wordsOfDocument = 30;
const partition = "org!acme";
const keyOf = (number: number): string => `k${String(number).padStart(5, "0")}`;
const searchName = { partition, ownerKey: null, kind: "posts", stamp: "1" };

/** Statistics that PostgreSQL has when the tables are filled. Each describes tables in which the organization has no records. */
const statistics: Record<string, (schema: string) => string> = {
  "of an empty table": (schema) => analyze(schema),
  "of a table whose records were deleted": (schema) =>
    `${insertRecords(schema, partition)}; delete from ${schema}.record where partition = '${partition}'; ${analyze(schema)}`,
  "of other organizations": (schema) => `${insertRecords(schema, "org!other")}; ${analyze(schema)}`,
};

/** Operations of the driver, with the maximum of rows and blocks that each may read. A walk over a table reads more than 3,000. */
const operations: [string, number, (use: Use) => Promise<unknown>][] = [
  ["reads records", 100, async ({ atomic }) => atomic.getMany([5, 2_000, 3_990].map(addressOf))],
  ["writes records", 200, async ({ atomic }) => atomic.commit(partition, { sets: [5, 2_000].map(setOf) })],
  [
    "deletes records",
    200,
    async ({ atomic }) => atomic.commit(partition, { deletes: [5, 2_000, 3_990].map(keyOf) }),
  ],
  ["lists records", 200, async ({ atomic }) => atomic.list(partition, { start: keyOf(2_000), limit: 20 })],
  [
    "counts",
    200,
    async ({ atomic }) => atomic.commit(partition, { sums: [{ key: "n", add: 1 }], checks: [] }),
  ],
  ["removes expired records", 500, async ({ atomic, clock }) => sweepWith(atomic, clock)],
  ["finds words", 400, async ({ tables, index }) => tables.words({ ...wantedWords, index })],
  ["reads results", 100, async ({ tables }) => tables.readResults([1, 2, 3])],
  [
    "replaces a document",
    1_600,
    async ({ tables, index }) =>
      tables.apply({ index, writer: "test", removed: [keyOf(7)], added: [documentOf(7)] }),
  ],
  ["finds results without excluded words", 400, findWithout],
];

const most = new Map(operations.map(([operation, reads]) => [operation, reads]));
const wantedWords = { words: ["w7x1", "w9x2"], stems: ["s7"], prefix: null };

interface Use {
  atomic: AtomicDriver["atomic"];
  clock: ManualClock;
  tables: SearchTables;
  index: number;
}

describe.skipIf(postgresIsMissing())("the statements of PostgreSQL", () => {
  let server: SharedPostgres;
  let schema: string;
  const clock = new ManualClock();
  beforeEach(async () => {
    server = await sharedPostgres();
    schema = schemaName();
  });

  const withDriver = async <Result>(use: (driver: AtomicDriver) => Promise<Result>): Promise<Result> => {
    const clientOptions = { application_name: schema };
    const driver = closedAfterUse(
      postgresDriver({ url: server.url(schema), clock, clientOptions, ...patient }),
    );
    const result = await use(driver);
    await driver.dispose?.();
    return result;
  };

  /** Returns the number of rows and of index blocks that were read. Sessions report them when they end, after the driver is closed. */
  const countReads = async (): Promise<number> => {
    await until(async () => {
      const sessions = `select 1 from pg_stat_activity where application_name = '${schema}'`;
      return (await server.query(sessions)).length === 0;
    });
    const [row] = await server.query(`
      select (
        select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables
        where schemaname = '${schema}'
      ) + (
        select sum(idx_blks_hit + idx_blks_read) from pg_statio_user_indexes where schemaname = '${schema}'
      ) as reads`);
    return Number(row?.["reads"]);
  };

  it.each(Object.keys(statistics))("read only the rows that they need, with statistics %s", async (name) => {
    await withDriver(async ({ atomic }) => atomic.commit("p", { sets: [{ key: "a", value: {} }] }));
    await server.query(withoutVacuum(schema));
    await server.query(statistics[name]?.(schema) ?? "");
    await server.query(insertRecords(schema, partition));
    const index = await withDriver(fillSearch);
    const reads: Record<string, number> = {};
    for (const [operation, , run] of operations) {
      const before = await countReads();
      await withDriver(async ({ atomic }) => {
        if (atomic.searchTables === undefined) throw new Error("The driver has no search tables");
        await run({ atomic, clock, tables: atomic.searchTables, index });
      });
      reads[operation] = (await countReads()) - before;
    }
    expect(Object.entries(reads).filter(([operation, count]) => count > (most.get(operation) ?? 0))).toEqual(
      [],
    );
  });
});

function addressOf(number: number): { partition: string; key: string } {
  return { partition, key: keyOf(number) };
}

function setOf(number: number): { key: string; value: JsonObject } {
  return { key: keyOf(number), value: { number } };
}

function analyze(schema: string): string {
  return tables.map((table) => `analyze ${schema}.${table}`).join("; ");
}

function withoutVacuum(schema: string): string {
  return tables.map((table) => `alter table ${schema}.${table} set (autovacuum_enabled = false)`).join("; ");
}

function insertRecords(schema: string, target: string): string {
  return `insert into ${schema}.record (partition, key, value, version)
    select '${target}', 'k' || lpad(number::text, 5, '0'), '{"number":1}', 'v1'
    from generate_series(1, ${records}) as number`;
}

async function sweepWith(atomic: AtomicDriver["atomic"], clock: ManualClock): Promise<void> {
  const expiresAt = clock.now() + 1_000;
  await atomic.commit(partition, { sets: [{ key: "expires", value: {}, expiresAt }] });
  clock.advance(3_700_000);
  await atomic.commit(partition, { sets: [{ key: "other", value: {} }] });
}

/** Finds the document 8 by one word, and excludes it by other words. */
async function findWithout({ tables, index }: Use): Promise<void> {
  const query = { index, words: ["w8x0", "w8x1", "w9x1"], stems: [], prefix: null };
  const [first, ...others] = (await tables.words(query)).map(({ id }) => id);
  if (first === undefined) throw new Error("The index is not filled");
  const probes = [{ groups: [[first]], isStrong: false, most: 10 }];
  const one = { ...findQuery, probes, countedWords: [first] };
  expect(await tables.findResults(one)).toMatchObject([{ counts: [1] }]);
  expect(await tables.findResults({ ...one, excludedWords: others })).toEqual([]);
}

async function fillSearch({ atomic }: AtomicDriver): Promise<number> {
  const tables = atomic.searchTables;
  const state = await tables?.claim(searchName, "test");
  if (tables === undefined || state === undefined || state === null) throw new Error("There is no index");
  const { index } = state;
  for (let start = 0; start < documents; start += 50) {
    const added = Array.from({ length: 50 }, (_, number) => documentOf(start + number));
    await tables.apply({ index, writer: "test", removed: [], added });
  }
  return index;
}

function documentOf(number: number): TableDocument {
  return {
    key: keyOf(number),
    version: "1",
    slug: `post-${number}`,
    language: "en",
    stemmed: "en",
    section: "Articles",
    tags: [],
    updatedAt: 0,
    publicFrom: 0,
    isFree: true,
    results: [
      {
        type: 0,
        length: wordsOfDocument,
        nameLength: 0,
        name: "",
        passageCount: 0,
        passages: "[]",
        folded: "\f",
      },
    ],
    words: Array.from({ length: wordsOfDocument }, (_, word) => ({
      word: `w${number}x${word}`,
      stems: [`s${number}`],
      postings: [{ result: 0, counts: 1, isListed: false, isStrong: false }],
    })),
  };
}
