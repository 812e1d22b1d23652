import { median } from "./median.ts";
import type { LoadResult } from "./wrk.ts";

/** The result of one round of one contender. */
export interface Measurement extends LoadResult {
  /** Processor time per request in microseconds, of all threads. */
  cpu: number;
  peakMegabytes: number;
  /** Processor time per request of the store's own process, if it has one. */
  storeCpu: number | undefined;
}

/** The results of all contenders with one request. */
export interface Row {
  runtime: string;
  store: string;
  endpoint: string;
  contenders: Map<string, Measurement[]>;
}

const head = [
  "runtime",
  "store",
  "request",
  "server",
  "requests/s",
  "of bare",
  "p50 ms",
  "p99 ms",
  "p99 of bare's",
  "CPU us/request",
  "CPU us/request of Redis",
  "peak RSS MB",
];

/** Returns the table of the measurements in Markdown. */
export function toReport(
  rows: readonly Row[],
  { rounds, seconds, sitemapPosts }: { rounds: number; seconds: number; sitemapPosts: number },
): string {
  return [
    "# The server over HTTP",
    "",
    `Medians of ${rounds} rounds of ${seconds} s (sitemap, of ${sitemapPosts} posts: at least 5 s) after one second to warm up, in turns.`,
    "",
    `| ${head.join(" | ")} |`,
    `| --- | --- | --- | --- |${" ---: |".repeat(head.length - 4)}`,
    ...rows.flatMap(linesOf),
    "",
    ...sharesOf(rows),
  ].join("\n");
}

/** Returns a table of the shares of a bare server's rate, a row for each request on Node. */
function sharesOf(rows: readonly Row[]): string[] {
  const ofNode = rows.filter(({ runtime }) => runtime === "node");
  const stores = [...new Set(ofNode.map(({ store }) => store))];
  const requests = [...new Set(ofNode.map(({ endpoint }) => endpoint))];
  const cellOf = (request: string, wanted: string): string => {
    const found = ofNode.find(({ endpoint, store }) => endpoint === request && store === wanted);
    return found === undefined ? "" : shareOfBare(found).toFixed(2);
  };
  return [
    "## Shares of a bare server on Node",
    "",
    "Requests per second, as a share of those of a bare `node:http` server that sends the same bytes.",
    "",
    `| request | ${stores.join(" | ")} |`,
    `| --- |${" ---: |".repeat(stores.length)}`,
    ...requests.map((name) => `| ${[name, ...stores.map((store) => cellOf(name, store))].join(" | ")} |`),
    "",
  ];
}

function shareOfBare({ contenders }: Row): number {
  const rateOf = (name: string): number => median((contenders.get(name) ?? []).map((one) => one.perSecond));
  return rateOf("postern") / rateOf("bare");
}

function linesOf({ runtime, store, endpoint, contenders }: Row): string[] {
  const summaries = [...contenders].map(([name, all]) => ({ name, ...mediansOf(all) }));
  const bare = summaries.find(({ name }) => name === "bare");
  return summaries.map(({ name, perSecond, p50, p99, cpu, peakMegabytes, storeCpu }) => {
    const cells = [
      runtime,
      store,
      endpoint,
      name,
      perSecond.toFixed(perSecond < 100 ? 1 : 0),
      (perSecond / (bare?.perSecond ?? NaN)).toFixed(perSecond < 100 ? 4 : 2),
      (p50 / 1000).toFixed(2),
      (p99 / 1000).toFixed(2),
      (p99 / (bare?.p99 ?? NaN)).toFixed(2),
      cpu.toFixed(1),
      name === "postern" ? (storeCpu?.toFixed(1) ?? "") : "",
      peakMegabytes.toFixed(0),
    ];
    return `| ${cells.join(" | ")} |`;
  });
}

function mediansOf(all: readonly Measurement[]): Omit<Measurement, "requests" | "refused" | "failures"> {
  const of = (field: Exclude<keyof Measurement, "storeCpu">): number => median(all.map((one) => one[field]));
  const storeCpus = all.flatMap(({ storeCpu }) => storeCpu ?? []);
  return {
    perSecond: of("perSecond"),
    p50: of("p50"),
    p99: of("p99"),
    cpu: of("cpu"),
    storeCpu: storeCpus.length === 0 ? undefined : median(storeCpus),
    peakMegabytes: Math.max(...all.map((one) => one.peakMegabytes)),
  };
}
