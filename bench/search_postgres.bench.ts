/**
 * Measures search in posts of 600 words whose index is in tables of PostgreSQL, over `api.fetch`. Queries run one after the other, and
 * times are of the clock, because most of the work is in the process of the database.
 *
 * Run it with `npm run bench:search-postgres`. `POSTS=1000` changes the number of posts.
 */
import { argv, env, stdout } from "node:process";
import { systemClock } from "../lib/base/time/clock.ts";
import { createPublicApi, type PublicApi } from "../lib/mod.ts";
import { systemRandomBytes } from "../lib/base/secrets/random.ts";
import { openStore } from "../lib/store/mod.ts";
import { postgresDriver } from "../storage-drivers/postgres.ts";
import { importInBulk } from "./import_in_bulk.ts";
import { keepReport } from "./report.ts";
import { textOf, toHtml, wordsPerPost } from "./search_posts.ts";
import { measureQueries } from "./search_queries.ts";
import { startDurablePostgres } from "./start_durable_postgres.ts";

const posts = Number(env["POSTS"] ?? "100000");
const queries = 500;

const schema = "search";
const postgres = await startDurablePostgres();
const open = (): PublicApi => createPublicApi({ storage: postgresDriver({ url: postgres.urlOf(schema) }) });
const api = open();
await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
const texts: string[][] = [];
const store = openStore(postgresDriver({ url: postgres.urlOf(schema) }), {
  deployment: "process",
  clock: systemClock,
  randomBytes: systemRandomBytes,
});
await importInBulk(store, {
  organizationSlug: "acme",
  from: 0,
  count: posts,
  html: (number) => {
    const words = textOf();
    if (number % 100 === 0) texts.push(words);
    return toHtml(words);
  },
});

async function search(query: string, by = api): Promise<number> {
  const url = `http://localhost/api/public/v1/search/acme?q=${encodeURIComponent(query)}`;
  const response = await by.fetch(new Request(url));
  const { results } = (await response.json()) as { results: unknown[] };
  return results.length;
}

async function secondsOf(work: () => Promise<unknown>): Promise<string> {
  const started = performance.now();
  await work();
  return ((performance.now() - started) / 1000).toFixed(2);
}

const built = await secondsOf(() => search("first"));
const [size] = await postgres.query(
  `select pg_size_pretty(sum(pg_total_relation_size(oid)) filter (where relname like 'search_%')) as index,
    pg_size_pretty(sum(pg_total_relation_size(oid)) filter (where relname = 'record')) as records
  from pg_class where relkind = 'r' and relnamespace = '${schema}'::regnamespace`,
);
// As autovacuum does some minutes later.
await postgres.query("vacuum analyze");

const rows = await measureQueries({
  texts,
  queries,
  warmUp: 50,
  search,
  start: () => {
    const before = performance.now();
    return () => performance.now() - before;
  },
});

const other = open();
const fresh = await secondsOf(() => search("first", other));
await api.posts.update({ organizationSlug: "acme", slug: "post-1" }, { html: "<p>zebrafish</p>" });
let afterEdit = 0;
const edit = await secondsOf(async () => (afterEdit = await search("zebrafish", other)));
if (afterEdit !== 1) throw new Error("The edit was not found");

const report = `# Search in PostgreSQL

${posts.toLocaleString("en")} posts of ${wordsPerPost} words. Times of queries are in milliseconds, over \`api.fetch\`, one query after the other.

- First response, which builds the index: ${built} s.
- The tables of the index: ${String(size?.["index"])}. The records: ${String(size?.["records"])}.
- First response of another process: ${fresh} s. Its first response after an edit, with the edit: ${edit} s.

| Query | Median | 99% | Longest | Results |
| --- | --- | --- | --- | --- |
${rows.join("\n")}

`;
stdout.write(report);
if (!argv.includes("--print")) keepReport("search_postgres", report);
await postgres.stop();
process.exit();
