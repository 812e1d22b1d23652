import { measuredOn } from "./report.ts";
import type { ScaleSize } from "./seed_for_scale.ts";

/** What was measured in one store of one size. */
export interface ScaleResult {
  store: string;
  size: ScaleSize;
  /** Posts a second. */
  importRate: number;
  /** Milliseconds from the start of the process to its first answer. */
  start: number;
  /** Resident memory at the start and at the end, and at the end without the files that are mapped. */
  megabytes: { started: number; served: number; unmapped: number };
  /** What the store takes: of the disk, or of Redis's memory. */
  storeMegabytes: number;
  /** By request, in microseconds. */
  latencies: Map<string, Latencies>;
}

/** How long a request takes, in microseconds. */
export interface Latencies {
  /** The very first one, before anything is in memory. */
  first: number;
  p50: number;
  p99: number;
}

interface Latency extends Latencies {
  store: string;
  size: ScaleSize;
  /** What the sizes are compared within: a store, with one organization or with many. */
  group: string;
  name: string;
}

/** Both tables, in Markdown. */
export function toScaleReport(
  results: readonly ScaleResult[],
  { keys, connections, seconds }: { keys: number; connections: number; seconds: number },
): string {
  return [
    "# The server, by how much the store holds",
    "",
    `${keys} keys; ${connections} connections, ${seconds} s for each request after one to warm up. ${measuredOn()}`,
    "",
    "| store | organizations | posts | ms to the first answer | RSS MB at start | RSS MB at the end | without mapped files | imported posts/s | store MB |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...results.map(sizeLine),
    "",
    "| store | request | organizations | posts | first us | p50 us | p99 us | p50, of the smallest's |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...latencyLines(results),
    "",
  ].join("\n");
}

function sizeLine({ store, size, start, megabytes, importRate, storeMegabytes }: ScaleResult): string {
  const figures = [
    start,
    megabytes.started,
    megabytes.served,
    megabytes.unmapped,
    importRate,
    storeMegabytes,
  ].map(Math.round);
  return `| ${[store, size.organizations, size.posts, ...figures].join(" | ")} |`;
}

/** Grouped by request, so that the sizes stand under each other. */
function latencyLines(results: readonly ScaleResult[]): string[] {
  const all: Latency[] = results.flatMap(({ store, size, latencies }) => {
    const group = `${store} ${size.organizations === 1 ? "one" : "many"}`;
    return [...latencies].map(([name, times]) => ({ store, size, group, name, ...times }));
  });
  const groups = new Map<string, Latency[]>();
  for (const latency of all) {
    const key = `${latency.group} ${latency.name}`;
    groups.set(key, [...(groups.get(key) ?? []), latency]);
  }
  return [...groups.values()].flatMap((latencies) =>
    latencies.map(({ store, size, name, first, p50, p99 }) => {
      const ratio = p50 / (latencies[0]?.p50 ?? NaN);
      const cells = [
        store,
        name,
        size.organizations,
        size.posts,
        first.toFixed(0),
        p50.toFixed(0),
        p99.toFixed(0),
        ratio.toFixed(2),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
}
