import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { sharedPostgres } from "../storage-drivers/_shared_postgres.ts";
import { describeOn, installedRuntime } from "./runtime.ts";
import { hostFile } from "./start_host.ts";

const run = promisify(execFile);

const runtimes = [
  [{ name: "Node", command: process.execPath, version: process.versions.node }, []],
  [installedRuntime("Bun", "bun"), []],
  [installedRuntime("Deno", "deno"), ["run", "--allow-all", "--no-lock"]],
] as const;

describe.skipIf(postgresIsMissing())("the PostgreSQL driver", () => {
  for (const [runtime, flags] of runtimes) {
    describeOn(runtime, () => {
      it("reads, counts, lists and has snapshots", async () => {
        const url = (await sharedPostgres()).url();
        const { stdout } = await run(runtime.command, [...flags, hostFile("postgres_smoke.js"), url]);
        expect(JSON.parse(stdout)).toEqual({
          reads: ["unchanged"],
          sums: [1],
          values: [{ text: "a\0b\ud800" }, { sum: 1 }],
          snapshot: { sum: 1 },
        });
      });
    });
  }
});
