import { type RunnerTask, type RunnerTestFile, TestRunner } from "vitest";
import { isSampled } from "../api/store_sample.ts";
import { isFullRun } from "../full_run.ts";

/**
 * Runs the tests of the public API whole over memory and LMDB. Over each other store, it runs a sample, whose tests together make every shape
 * of call to a store. `npm run test:all` skips none.
 */
export default class SamplingRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (!isFullRun) for (const file of files) visit(file);
  }
}

function visit(task: RunnerTask): void {
  if (task.type === "test") return;
  const isSuite = /^API over (?!(?:memory|lmdb)$)/.test(task.name);
  for (const child of task.tasks)
    if (isSuite) keepSample(child, []);
    else visit(child);
}

/** Skips the tests that are not in the sample, and the suites without any. */
function keepSample(task: RunnerTask, above: readonly string[]): void {
  const path = [...above, task.name];
  if (task.type === "test") {
    if (!isSampled(path.join(" > "))) task.mode = "skip";
    return;
  }
  for (const child of task.tasks) keepSample(child, path);
  if (task.tasks.every(({ mode }) => mode === "skip")) task.mode = "skip";
}
