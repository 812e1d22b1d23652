/**
 * Measures search in posts of 600 words over `api.fetch`. The report has the time of the first response and the memory of the index.
 * It also has the processor time of queries, and the start of a process with a saved index. Words are distributed by Zipf's law, and queries are words of a random place of a random post.
 *
 * Run it with `npm run bench:search`. `POSTS=1000` changes the number of posts.
 */
import { argv, cpuUsage, env, memoryUsage, stdout } from "node:process";
import { createPublicApi } from "../lib/mod.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { keepReport } from "./report.ts";
import { measureStarts } from "./search_starts.ts";
import { textOf, toHtml, wordsPerPost } from "./search_posts.ts";
import { measureQueries } from "./search_queries.ts";

const posts = Number(env["POSTS"] ?? "10000");
const queries = 500;

const api = createPublicApi({ storage: memoryDriver(), limits: { searchBytes: 1_073_741_824 } });
await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
const texts: string[][] = [];
for (let number = 0; number < posts; number++) {
  const words = textOf();
  if (number % 10 === 0) texts.push(words);
  await api.posts.create(
    "acme",
    { name: words.slice(0, 5).join(" "), slug: `post-${number}`, html: toHtml(words) },
    {},
  );
}
await api.events.settle();

async function search(query: string): Promise<number> {
  const url = `http://localhost/api/public/v1/search/acme?q=${encodeURIComponent(query)}`;
  const response = await api.fetch(new Request(url));
  const { results } = (await response.json()) as { results: unknown[] };
  return results.length;
}

function heapOf(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

/** Returns the longest time for which the event loop did not run a timer, while `work` runs. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = cpuUsage();
  }, 1);
  await work();
  clearInterval(timer);
  return longest;
}

const before = heapOf();
const started = performance.now();
const startedCpu = cpuUsage();
const hold = await longestHold(() => search("first"));
const { user, system } = cpuUsage(startedCpu);
const built = `${((performance.now() - started) / 1000).toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of processor time)`;
// Saving the index in the background would count as work of the first queries.
await api.events.settle();
const heap = heapOf() - before;

const rows = await measureQueries({
  texts,
  queries,
  warmUp: 0,
  search,
  start: () => {
    const before = cpuUsage();
    return () => {
      const used = cpuUsage(before);
      return (used.user + used.system) / 1000;
    };
  },
});

/** HTML of 1,000,000 characters: usual HTML, and HTML that needs a large tree. */
const longHtml: Readonly<Record<string, string>> = {
  "of usual HTML": Array.from({ length: 250 }, () => toHtml(textOf()))
    .join("\n")
    .slice(0, 1_000_000),
  "of `<b>`": "<b>x".repeat(250_000),
};

/** Measures the longest step while a search reads a post of 1,000,000 characters without a text worker. */
async function measureLongPost(name: string, html: string): Promise<string> {
  await api.organizations.create({ slug: "long", name: "Long", siteUrl: "https://long.example" });
  await api.posts.create("long", { name: "Long", slug: "long", html });
  await api.events.settle();
  const url = "http://localhost/api/public/v1/search/long?q=first";
  const longest = await longestHold(async () => (await api.fetch(new Request(url))).text());
  await api.organizations.delete("long");
  return `- The longest step to index a post of 1,000,000 characters ${name}: ${longest.toFixed(0)} ms.`;
}

const longPosts: string[] = [];
for (const [name, html] of Object.entries(longHtml)) longPosts.push(await measureLongPost(name, html));

const report = `# Search

${posts.toLocaleString("en")} posts of ${wordsPerPost} words in the memory store, with \`api.fetch\`. Times of queries are processor time in milliseconds.

- First response, which builds the index: ${built}. The longest step took ${hold.toFixed(0)} ms of processor time.
${longPosts.join("\n")}
- Memory of the index: ${heap.toFixed(0)} MB.

## Saved index

The same number of posts in LMDB. A process starts, opens the store, and searches once. Times of the event loop are of the clock, so other programs add to them.

${await measureStarts(posts)}

## Queries

| Query | Median | 99% | Longest | Results |
| --- | --- | --- | --- | --- |
${rows.join("\n")}

`;
stdout.write(report);
if (!argv.includes("--print")) keepReport("search", report);
