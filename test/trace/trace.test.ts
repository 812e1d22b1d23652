import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { redisIsMissing } from "../storage-drivers/_redis_server.ts";
import { sizeOf } from "./entered_functions.ts";
import { type TraceName, traces } from "./traces.ts";

/** The most that a warm request may enter; `npm run trace` lists the functions. Lower these after a change that needs fewer. */
const limits: Readonly<Record<TraceName, { files: number; functions: number }>> = {
  "createPublicApi, memory": { files: 24, functions: 84 },
  "serve, memory": { files: 28, functions: 100 },
  "serve, LMDB": { files: 35, functions: 136 },
  "serve, Redis": { files: 30, functions: 132 },
  "PUT by the admin API, memory": { files: 121, functions: 452 },
  "postern serve, LMDB": { files: 44, functions: 164 },
  "postern demo, memory": { files: 36, functions: 129 },
};

beforeAll(() => {
  if (!existsSync("dist")) throw new Error("Cannot trace: dist/ is missing. Run npm run build");
});

describe("a warm request for a post with a key", () => {
  const withoutRedis = redisIsMissing();
  for (const [name, limit] of Object.entries(limits)) {
    it.skipIf(withoutRedis && name === "serve, Redis")(
      `enters at most ${limit.files} files and ${limit.functions} functions: ${name}`,
      async () => {
        const entered = await traces[name as TraceName]();
        expect(entered).not.toEqual([]);
        const { files, functions } = sizeOf(entered);
        expect(files).toBeLessThanOrEqual(limit.files);
        expect(functions).toBeLessThanOrEqual(limit.functions);
      },
    );
  }
});
