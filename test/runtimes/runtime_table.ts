import { installPrograms } from "./programs.ts";
import type { Reporter, TestModule, TestSuite } from "vitest/node";

interface Row {
  runtime: string;
  suite: string;
  passed: string;
}

/** Prints the number of passed tests by suite and runtime, for the suites of `describeOn`. */
export class RuntimeTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const onRuntimes = modules
      .filter(({ moduleId }) => moduleId.includes("/test/runtimes/"))
      .flatMap(({ children }) => [...children.suites()])
      .filter(({ name }) => name.startsWith("on "));
    const rows = onRuntimes.flatMap((runtime) => rowsOf(runtime)).toSorted(inOrder);
    if (rows.length === 0) return;
    const header = { runtime: "Runtime", suite: "Suite", passed: "Passed" };
    const columns = ["runtime", "suite", "passed"] as const;
    const widths = columns.map((name) => Math.max(...[header, ...rows].map((row) => row[name].length)));
    const lines = [header, ...rows].map((row) =>
      columns.map((name, index) => row[name].padEnd(widths[index] ?? 0)).join("  "),
    );
    console.log(`\n${lines.map((line) => ` ${line.trimEnd()}`).join("\n")}\n`);
  }
}

function rowsOf(runtime: TestSuite): Row[] {
  const name = runtime.name.replace(/^on /, "");
  const suites = [...runtime.children.suites()];
  if (suites.length === 0)
    return [{ runtime: name, suite: `(not installed: run ${installPrograms})`, passed: "0" }];
  return suites.map((suite) => {
    const states = [...suite.children.allTests()].map((test) => test.result().state);
    const count = (wanted: string): number => states.filter((state) => state === wanted).length;
    const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : "";
    const passed = `${count("passed")} of ${states.length}${skipped}`;
    return { runtime: name, suite: suite.name, passed };
  });
}

function inOrder(one: Row, other: Row): number {
  return one.runtime.localeCompare(other.runtime) || one.suite.localeCompare(other.suite);
}
