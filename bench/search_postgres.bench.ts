/**
 * Measures search in posts of 600 words whose index is in tables of PostgreSQL, over `api.fetch`. Queries run one after the other, and
 * times are of the clock, because most of the work is in the process of the database.
 *
 * Run it with `npm run bench:search-postgres`. `POSTS=1000` changes the number of posts.
 */
import { argv, env, stdout } from "node:process";
import { systemClock } from "../lib/clock.ts";
import { createPublicApi, type PublicApi } from "../lib/mod.ts";
import { systemRandomBytes } from "../lib/random.ts";
import { openStore } from "../lib/store/mod.ts";
import { postgresDriver } from "../storage-drivers/postgres.ts";
import { importInBulk } from "./import_in_bulk.ts";
import { keepReport, measuredOn } from "./report.ts";
import { random, textOf, toHtml, wordsPerPost } from "./search_posts.ts";
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

async function measure(name: string, queryOf: (words: string[]) => string): Promise<string> {
  const times: number[] = [];
  let found = 0;
  for (let number = -50; number < queries; number++) {
    const text = texts[Math.floor(random() * texts.length)] ?? [];
    const at = Math.floor(random() * (text.length - 3));
    const query = queryOf(text.slice(at, at + 3));
    const start = performance.now();
    const results = await search(query);
    if (number < 0) continue;
    times.push(performance.now() - start);
    found += results;
  }
  times.sort((one, other) => one - other);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  return `| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${(found / queries).toFixed(1)} |`;
}

const misspelled = (word: string): string => `${word.slice(0, -1)}q`;
const rows = [
  await measure("Three words", (words) => `${words.join(" ")} `),
  await measure("Three words, the last a prefix", ([a = "", b = "", c = ""]) => `${a} ${b} ${c.slice(0, 3)}`),
  await measure("Three words, one with a typo", ([a = "", b = "", c = ""]) => `${a} ${b} ${misspelled(c)} `),
  await measure("A phrase of three words", (words) => `"${words.join(" ")}"`),
];

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

${measuredOn()}
`;
stdout.write(report);
if (!argv.includes("--print")) keepReport("search_postgres", report);
await postgres.stop();
process.exit();
