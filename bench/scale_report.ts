import type { ScaleSize } from "./seed_for_scale.ts";

/** The measurements of one store of one size. */
export interface ScaleResult {
  store: string;
  size: ScaleSize;
  /** Posts per second. */
  importRate: number;
  /** Milliseconds from the start of the process to its first response. */
  start: number;
  /** Resident memory at the start and at the end, and at the end without mapped files. */
  megabytes: { started: number; served: number; unmapped: number };
  /** Size of the store on disk or in Redis's memory. */
  storeMegabytes: number;
  /** Latencies by request, in microseconds. */
  latencies: Map<string, Latencies>;
}

/** Latencies of a request in microseconds. */
export interface Latencies {
  /** The first request, before anything is cached. */
  first: number;
  p50: number;
  p99: number;
}

interface Latency extends Latencies {
  store: string;
  size: ScaleSize;
  /** Group of compared sizes: a store, with one organization or with many. */
  group: string;
  name: string;
}

/** Returns both tables in Markdown. */
export function toScaleReport(
  results: readonly ScaleResult[],
  { keys, connections, seconds }: { keys: number; connections: number; seconds: number },
): string {
  return [
    "# The server, by how much the store holds",
    "",
    `${keys} keys; ${connections} connections, ${seconds} s for each request after one to warm up.`,
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

/** Returns the lines grouped by request, so that the sizes are below each other. */
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
