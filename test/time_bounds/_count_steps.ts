/**
 * Counts the steps that code takes, to test that time is linear without a clock.
 *
 * Import this module before the code to measure: V8 counts the blocks of functions that it compiles from then on.
 */
import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";
import { countNativeSteps } from "./_native_steps.ts";

/** Steps of two kinds. They are compared apart, since many of one would hide the growth of the other. */
export interface Steps {
  /** Characters of JavaScript source that ran, counted as often as they ran, in libraries too. */
  script: number;
  /** Characters and elements that native functions read; see `_native_steps.ts`. */
  native: number;
}

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

// Optimized code leaves out some calls of functions that it inlines.
setFlagsFromString("--no-opt");
const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

/** Scripts of the test runner and of this instrument, whose steps are not counted. */
const NOT_MEASURED = /\/node_modules\/(?:vitest|@vitest|vite|tinyspy|chai)\/|\/test\/time_bounds\//;

/**
 * Returns the number of steps that a function takes, up to the end of the promise that it returns, if any. The number
 * is repeatable, as long as nothing else runs meanwhile.
 *
 * Not counted: backtracking within one match of a regular expression, which the linter checks; native operators, such
 * as spread, `===` and `text[index]`.
 */
export async function countSteps(run: () => unknown): Promise<Steps> {
  takeScriptSteps();
  const stopCounting = countNativeSteps();
  let native = 0;
  try {
    const result = run();
    // Without a wait, nothing else can run.
    if (result instanceof Promise) await result;
  } finally {
    native = stopCounting();
  }
  return { script: takeScriptSteps(), native };
}

/** Returns the steps since the last call. */
function takeScriptSteps(): number {
  let steps = 0;
  // A session in the same thread calls back before `post` returns.
  session.post("Profiler.takePreciseCoverage", (error, coverage) => {
    if (error !== null) throw error;
    for (const { url, functions } of coverage.result) {
      if (url === "" || NOT_MEASURED.test(url)) continue;
      for (const { ranges } of functions) steps += stepsIn(ranges);
    }
  });
  return steps;
}

/** Adds up characters times counts. Ranges are nested, the outer first, and the innermost has the count of a character. */
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
