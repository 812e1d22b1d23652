import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { installedRuntime, describeOn, type Runtime } from "../runtimes/runtime.ts";
import { hostFile } from "../runtimes/start_host.ts";
import { startWorkerd } from "../runtimes/start_workerd.ts";
import { sdkIsMissing } from "./start_sdk.ts";

interface Traced {
  seen: [before: string | undefined, after: string | undefined][];
  spans: { name: string; id: string; parentId: string | null }[];
}

const node: Runtime = { name: "Node", command: process.execPath, version: process.versions.node };

/** Runs the requests in a process of the runtime. */
function runBy({ command }: Runtime, ...flags: string[]): Traced {
  const output = execFileSync(command, [...flags, hostFile("traces_process.js")], { encoding: "utf8" });
  return JSON.parse(output) as Traced;
}

const runs: [Runtime, () => Traced | Promise<Traced>][] = [
  [node, () => runBy(node)],
  [installedRuntime("Bun", "bun"), () => runBy(installedRuntime("Bun", "bun"), "run")],
  [
    installedRuntime("Deno", "deno"),
    () => runBy(installedRuntime("Deno", "deno"), "run", "--no-lock", "--allow-all"),
  ],
  [
    installedRuntime("workerd", "workerd"),
    async () => {
      const worker = await startWorkerd("traces_worker.js", undefined, ["nodejs_compat"]);
      try {
        return (await (await fetch(worker.url)).json()) as Traced;
      } finally {
        await worker.close();
      }
    },
  ],
];

describe.skipIf(sdkIsMissing())("the context of a traced request", () => {
  for (const [runtime, run] of runs) {
    describeOn(runtime, () => {
      it("holds across awaits, and in calls to the store", async () => {
        const { seen, spans } = await run();
        const requests = spans.filter(({ parentId }) => parentId === null);
        expect(requests.map(({ name }) => name)).toEqual(
          Array.from({ length: 3 }, () => "GET /api/public/v1/post/{organizationSlug}"),
        );
        expect(seen.length).toBeGreaterThan(0);
        for (const [before, after] of seen) {
          expect(after).toBe(before);
          expect(requests.map(({ id }) => id)).toContain(before);
        }
        for (const { id } of requests) {
          const below = spans.filter(({ parentId }) => parentId === id);
          expect(below.map(({ name }) => name)).toContain("store.query");
        }
      });
    });
  }
});
