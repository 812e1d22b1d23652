import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hostFile } from "./start_host.ts";

/** Tests the API from its sources, on a runtime that runs TypeScript directly. */
export function describeSources(command: string, args: readonly string[]): void {
  describe("TypeScript sources", () => {
    it("return a post", async () => {
      const { stdout } = await promisify(execFile)(command, [...args, hostFile("from_sources.ts")]);
      expect(stdout.trim()).toBe('200 [{"question":"Is it open?","answer":"It is."}]');
    });
  });
}
