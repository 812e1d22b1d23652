// Measures each operation of each storage driver, in a small and in a large store.
// `npm run bench:storage` prints the table and writes it to bench/results/storage.md. LARGE=100000 is faster.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AtomicDriver, AtomicOperations } from "../lib/store/mod.ts";
import { encodeKey } from "../lib/store/mod.ts";
import { fsDriver } from "../storage-drivers/fs.ts";
import { lmdbDriver } from "../storage-drivers/lmdb.ts";
import { memoryDriver } from "../storage-drivers/memory.ts";
import { redisDriver } from "../storage-drivers/redis.ts";
import { sqliteDriver } from "../storage-drivers/sqlite.ts";
import { redisIsMissing, startRedis } from "../test/storage-drivers/_redis_server.ts";
import { median } from "./median.ts";
import { keepReport } from "./report.ts";

interface Contender {
  name: string;
  large: number;
  open: (path: string) => AtomicDriver;
  close?: () => Promise<void>;
}

type Operation = (atomic: AtomicOperations, random: () => number) => unknown;

const small = 1000;
const largeDefault = Number(process.env["LARGE"] ?? 1_000_000);
const largeOfFiles = Math.min(largeDefault, 100_000);
const partition = encodeKey(["org", "acme"]);
const counters = encodeKey(["key", "bench"]);
const text = "x".repeat(200);

const tomorrow = Date.now() + 86_400_000;

const keyOf = (index: number): string => encodeKey(["post", index]);
const valueOf = (index: number): { index: number; text: string } => ({ index, text });

/** Operations by name. `random` returns the index of a record. */
const operations: Record<string, Operation> = {
  "read one": (atomic, random) => atomic.getMany([{ partition, key: keyOf(random()) }]),
  "read ten": (atomic, random) =>
    atomic.getMany(Array.from({ length: 10 }, () => ({ partition, key: keyOf(random()) }))),
  "list 50 from anywhere": (atomic, random) => atomic.list(partition, { start: keyOf(random()), limit: 50 }),
  "list the last 50": (atomic) => atomic.list(partition, { limit: 50, reverse: true }),
  "replace one": (atomic, random) => {
    const index = random();
    return atomic.commit(partition, { sets: [{ key: keyOf(index), value: valueOf(index) }] });
  },
  "add and delete one": async (atomic, random) => {
    const key = `${keyOf(random())}!new`;
    await atomic.commit(partition, { sets: [{ key, value: { text } }] });
    await atomic.commit(partition, { deletes: [key] });
  },
  "commit five": (atomic, random) =>
    atomic.commit(partition, {
      sets: Array.from(new Set([random(), random(), random(), random(), random()]), (index) => ({
        key: keyOf(index),
        value: valueOf(index),
      })),
    }),
  "count a request": (atomic) =>
    atomic.commit(counters, { sums: [{ key: "today", add: 1, max: 1_000_000_000, expiresAt: tomorrow }] }),
};

const contenders: Contender[] = [
  { name: "memory", large: largeDefault, open: () => memoryDriver() },
  {
    name: "fs, process-crash",
    large: largeOfFiles,
    open: (path) => fsDriver({ path, durability: "process-crash" }),
  },
  { name: "fs, power-loss", large: largeOfFiles, open: (path) => fsDriver({ path }) },
  {
    name: "lmdb, process-crash",
    large: largeDefault,
    open: (path) => lmdbDriver({ path, durability: "process-crash" }),
  },
  { name: "lmdb, power-loss", large: largeDefault, open: (path) => lmdbDriver({ path }) },
  {
    name: "sqlite, process-crash",
    large: largeDefault,
    open: (path) => sqliteDriver({ path: join(path, "data.db"), durability: "process-crash" }),
  },
  {
    name: "sqlite, power-loss",
    large: largeDefault,
    open: (path) => sqliteDriver({ path: join(path, "data.db") }),
  },
];

async function redisContender(): Promise<Contender> {
  const server = await startRedis();
  return {
    name: "redis on this host, no AOF",
    large: largeDefault,
    open: (path) =>
      redisDriver({ url: server.url, keyPrefix: `${encodeKey([path])}:`, commandTimeoutMs: 60_000 }),
    close: () => server.stop(),
  };
}

async function fill(atomic: AtomicOperations, count: number): Promise<void> {
  for (let start = 0; start < count; start += 500) {
    const indexes = Array.from({ length: Math.min(500, count - start) }, (_, index) => start + index);
    await atomic.commit(partition, {
      sets: indexes.map((index) => ({ key: keyOf(index), value: valueOf(index) })),
    });
  }
}

/** Returns the median time of an operation in microseconds, from 200 to 20,000 runs in about two seconds. */
async function medianTime(atomic: AtomicOperations, operation: Operation, count: number): Promise<number> {
  const random = (): number => Math.floor(Math.random() * count);
  for (let warm = 0; warm < 100; warm++) await operation(atomic, random);
  const times: number[] = [];
  const end = performance.now() + 2000;
  while (times.length < 200 || (performance.now() < end && times.length < 20_000)) {
    const start = performance.now();
    await operation(atomic, random);
    times.push(1000 * (performance.now() - start));
  }
  return median(times);
}

async function measure({ open }: Contender, count: number): Promise<Map<string, number>> {
  const path = mkdtempSync(join(tmpdir(), "postern-bench-"));
  const driver = open(path);
  const medians = new Map<string, number>();
  try {
    const start = performance.now();
    await fill(driver.atomic, count);
    console.error(`  filled with ${count} in ${Math.round((performance.now() - start) / 1000)} s`);
    for (const [name, operation] of Object.entries(operations)) {
      medians.set(name, await medianTime(driver.atomic, operation, count));
    }
  } finally {
    await driver.dispose?.();
    rmSync(path, { recursive: true, force: true });
  }
  return medians;
}

function rowsOf(contender: Contender, few: Map<string, number>, many: Map<string, number>): string[] {
  return [...few].map(([name, time]) => {
    const large = many.get(name) ?? 0;
    const cells = [contender.name, name, time.toFixed(0), large.toFixed(0), (large / time).toFixed(2)];
    return `| ${cells.join(" | ")} |`;
  });
}

async function run(): Promise<void> {
  const only = process.argv[2];
  const all = redisIsMissing() ? contenders : [...contenders, await redisContender()];
  const rows: string[] = [];
  for (const contender of all.filter(({ name }) => only === undefined || name.startsWith(only))) {
    console.error(contender.name);
    try {
      const few = await measure(contender, small);
      rows.push(...rowsOf(contender, few, await measure(contender, contender.large)));
    } catch (error) {
      console.error(`  left out: ${String(error)}`);
    }
  }
  for (const { close } of all) await close?.();
  const report = [
    "# Storage drivers, time per operation",
    "",
    `Medians in microseconds, one operation at a time, with ${small} records and with ${largeDefault} ` +
      `(fs: ${largeOfFiles}) of 230 bytes in one partition.`,
    "",
    "| driver | operation | few | many | many / few |",
    "| --- | --- | ---: | ---: | ---: |",
    ...rows,
    "",
  ].join("\n");
  console.log(report);
  if (only !== undefined) return;
  keepReport("storage", report);
}

await run();
