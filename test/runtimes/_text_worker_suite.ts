import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hostFile } from "./start_host.ts";

/** Tests the text worker on a runtime's threads. The process must end by itself, because an idle worker does not keep it alive. */
export function describeTextWorker(command: string, args: readonly string[]): void {
  describe("text worker", () => {
    it("reads texts, stops a text at the deadline, and continues", async () => {
      const script = [...args, hostFile("text_worker.js")];
      const { stdout } = await promisify(execFile)(command, script, { timeout: 280_000 });
      const markdown = "## Why?\n\nSo.";
      expect(JSON.parse(stdout)).toEqual([markdown, "TextWorkStoppedError", markdown]);
    });
  });
}
