/**
 * Counts the steps of code, to test for linear time without a clock.
 *
 * Import this module before the code to measure, because V8 counts only functions that it compiles afterwards.
 */
import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";
import { countNativeSteps } from "./_native_steps.ts";

/** Two kinds of steps. They are compared separately, because many steps of one kind would hide growth of the other. */
export interface Steps {
  /** Characters of executed JavaScript source, counted for each execution, including libraries. */
  script: number;
  /** Characters and elements that native functions read; see `_native_steps.ts`. */
  native: number;
}

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

// Optimized code inlines functions, so some of their calls would not be counted.
setFlagsFromString("--no-opt");
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** Scripts that are not counted: the test runner and this instrument. */
const NOT_MEASURED = /\/node_modules\/(?:vitest|@vitest|vite|tinyspy|chai)\/|\/test\/time_bounds\//;

/**
 * Returns the number of steps of a function, until the promise that it returns, if any, is settled. The number is
 * repeatable if no other code runs meanwhile.
 *
 * Backtracking within one match of a regular expression is not counted, but the linter checks it. Native operators, such
 * as spread, `===` and `text[index]`, are not counted either.
 */
export async function countSteps(run: () => unknown): Promise<Steps> {
  takeScriptSteps();
  const stopCounting = countNativeSteps();
  let native = 0;
  try {
    const result = run();
    // Without an await, no other code can run.
    if (result instanceof Promise) await result;
  } finally {
    native = stopCounting();
  }
  return { script: takeScriptSteps(), native };
}

/** Returns the steps since the last call. */
function takeScriptSteps(): number {
  let steps = 0;
  // A session in the same thread calls the callback before `post` returns.
  session.post("Profiler.takePreciseCoverage", (error, coverage) => {
    if (error !== null) throw error;
    for (const { url, functions } of coverage.result) {
      if (url === "" || NOT_MEASURED.test(url)) continue;
      for (const { ranges } of functions) steps += stepsIn(ranges);
    }
  });
  return steps;
}

/** Adds up characters times counts. Ranges are nested, outer range first. The innermost range has a character's count. */
function stepsIn(ranges: readonly Range[]): number {
  const outer: Range[] = [];
  let steps = 0;
  for (const range of ranges) {
    let around = outer.at(-1);
    while (around !== undefined && around.endOffset <= range.startOffset) {
      outer.pop();
      around = outer.at(-1);
    }
    const length = range.endOffset - range.startOffset;
    steps += length * (range.count - (around?.count ?? 0));
    outer.push(range);
  }
  return steps;
}
