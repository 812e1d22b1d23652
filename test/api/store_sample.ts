import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, expect, type RunnerTask } from "vitest";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { recordShapes } from "./store_shapes.ts";

/** Topics whose tests depend on concurrent commits, counters or time, which the shape of a call does not show. */
const wholeTopics: ReadonlySet<string> = new Set([
  "quota",
  "lifecycle",
  "caching",
  "a clock that jumps",
  "failures",
  "list",
]);

const file = new URL("store_sample.json", import.meta.url);
const sample = new Set(JSON.parse(readFileSync(file, "utf8")) as string[]);
const isRenewed = process.env["POSTERN_RENEW_SAMPLE"] === "1";

/** True if `npm test` runs a test of the API over each store. The name begins with the topic. */
export function isSampled(name: string): boolean {
  const [topic = ""] = name.split(" > ", 1);
  return isRenewed || wholeTopics.has(topic) || sample.has(name);
}

/**
 * Compares the calls of all tests of a suite with those of the sample. The suite fails if only other tests make a shape of call.
 *
 * @returns a function that wraps the driver of a test
 */
export function checkSample(): (driver: AtomicDriver) => AtomicDriver {
  const shapesOf = new Map<string, Set<string>>();
  let shapes = new Set<string>();
  let suite: RunnerTask | undefined;
  afterEach(({ task }) => {
    const names = [task.name];
    for (suite = task.suite; suite !== undefined && !suite.name.startsWith("API over "); suite = suite.suite)
      names.unshift(suite.name);
    shapesOf.set(names.join(" > "), shapes);
    shapes = new Set();
  });
  afterAll(() => {
    if (isRenewed) writeFileSync(file, `${JSON.stringify(smallSample(shapesOf), undefined, 2)}\n`);
    else if (suite !== undefined && ranWhole(suite)) expectComplete(shapesOf);
  });
  return (driver) => recordShapes(driver, (shape) => shapes.add(shape));
}

/** False for a run of some tests: `vitest -t quota`. */
function ranWhole(task: RunnerTask): boolean {
  return task.type === "test" ? task.mode === "run" : task.tasks.every(ranWhole);
}

function expectComplete(shapesOf: ReadonlyMap<string, ReadonlySet<string>>): void {
  const sampled = new Set([...shapesOf].flatMap(([name, shapes]) => (isSampled(name) ? [...shapes] : [])));
  const missing = [...shapesOf].flatMap(([name, shapes]) =>
    [...shapes].filter((shape) => !sampled.has(shape)).map((shape) => `${name}: ${shape}`),
  );
  expect(missing, "renew the sample: POSTERN_RENEW_SAMPLE=1 npx vitest run test/api.test.ts").toEqual([]);
}

/** Returns tests that together make every shape of call. The test with the most new shapes is next. */
function smallSample(shapesOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const isWhole = (name: string): boolean => wholeTopics.has(name.split(" > ", 1)[0] ?? "");
  const tests = [...shapesOf].toSorted(([one], [other]) => one.localeCompare(other));
  const left = new Set(tests.flatMap(([, shapes]) => [...shapes]));
  for (const [name, shapes] of tests) if (isWhole(name)) for (const shape of shapes) left.delete(shape);
  const chosen: string[] = [];
  while (left.size > 0) {
    const count = ([, shapes]: (typeof tests)[number]): number =>
      [...shapes].filter((shape) => left.has(shape)).length;
    const [name, shapes] = tests.reduce((best, test) => (count(test) > count(best) ? test : best));
    chosen.push(name);
    for (const shape of shapes) left.delete(shape);
  }
  return chosen.toSorted();
}
