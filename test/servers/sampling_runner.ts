import { existsSync, readFileSync } from "node:fs";
import { TestRunner } from "vitest";
import type { RunnerTask, RunnerTestFile } from "vitest";
import { isFullRun } from "../full_run.ts";

/** Topics whose tests depend on concurrent commits, counters or time, which the shape of a call does not show. They run over each store. */
const wholeTopics = new Set(["quota", "lifecycle", "caching", "a clock that jumps", "failures", "list"]);
const list = new URL("../api/store_sample.json", import.meta.url);

/**
 * Runs the public API's tests whole over memory. Over each other store, it runs the topics above and the sample: tests that together make every
 * shape of call to a store that all tests make. The nightly run (`npm run test:all`) skips none.
 */
export default class SamplingRunner extends TestRunner {
  readonly #sample = new Set(existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as string[]) : []);

  onCollected(files: RunnerTestFile[]): void {
    if (!isFullRun && process.env["POSTERN_RENEW_SAMPLE"] !== "1")
      for (const file of files) this.#visit(file);
  }

  #visit(task: RunnerTask): void {
    if (task.type === "test") return;
    if (/^API over (?!memory$)/.test(task.name)) {
      this.#keep(task, []);
      return;
    }
    for (const child of task.tasks) this.#visit(child);
  }

  /** Returns true if a test of the task remains. */
  #keep(task: RunnerTask, above: readonly string[]): boolean {
    if (task.mode === "skip") return false;
    let isKept = false;
    if (task.type === "test")
      isKept = wholeTopics.has(above[0] ?? "") || this.#sample.has([...above, task.name].join(" > "));
    else
      for (const child of task.tasks)
        isKept = this.#keep(child, task.name.startsWith("API over ") ? [] : [...above, task.name]) || isKept;
    if (!isKept) task.mode = "skip";
    return isKept;
  }
}
