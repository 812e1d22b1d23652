/** A benchmark, and the code that it measures. */
export interface Benchmark {
  /** The npm script that writes the results. */
  script: string;
  /** Environment of the script. */
  env?: Readonly<Record<string, string>>;
  /** Names of the files in `bench/results`, without `.md`. */
  results: readonly string[];
  /** The measured files and folders. After a change there the results are out of date. */
  code: readonly string[];
}

const storing = ["lib/base", "lib/store", "storage-drivers"];
const serving = [
  ...storing,
  "lib/access",
  "lib/api",
  "lib/content",
  "lib/http",
  "adapters/node",
  "adapters/serving",
];
const searching = ["lib/base", "lib/search"];

/** All benchmarks whose results are kept, in the order in which `npm run bench:release` runs them. */
export const benchmarks: readonly Benchmark[] = [
  {
    script: "bench:faq",
    results: ["faq"],
    code: ["lib/faq", "bench/faq.bench.ts", "bench/faq_contestants.ts"],
  },
  {
    script: "bench:text-work",
    results: ["text_work"],
    code: ["lib/faq", "lib/import/text_work", "bench/text_work.bench.ts"],
  },
  { script: "bench:judged", results: ["judged"], code: [...searching, "bench/search_quality"] },
  { script: "bench:search", results: ["search"], code: [...searching, "bench/search.bench.ts"] },
  { script: "bench:storage", results: ["storage"], code: [...storing, "bench/storage.bench.ts"] },
  { script: "bench:access", results: ["access"], code: [...storing, "lib/access", "bench/access.bench.ts"] },
  {
    script: "bench:http",
    results: ["http"],
    code: [...serving, "bench/http.bench.ts", "bench/http_endpoints.ts"],
  },
  {
    script: "bench:postgres",
    results: ["postgres_checks", "postgres_imports", "postgres_requests", "postgres_sizes"],
    code: [...serving, "bench/postgres.bench.ts"],
  },
  { script: "soak", results: ["soak"], code: [...serving, "bench/soak.ts"] },
  {
    script: "soak",
    env: { STORE: "postgres" },
    results: ["soak_postgres"],
    code: [...serving, "bench/soak.ts"],
  },
  {
    script: "bench:import",
    results: ["import"],
    code: [...storing, "lib/content", "lib/import", "adapters/cli/post_import", "bench/import.bench.ts"],
  },
  { script: "bench:scale", results: ["scale"], code: [...serving, "bench/scale.bench.ts"] },
  {
    script: "bench:search-postgres",
    results: ["search_postgres"],
    code: [...searching, "storage-drivers/postgres", "bench/search_postgres.bench.ts"],
  },
];
