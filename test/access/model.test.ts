import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { steps } from "./model_steps.ts";
import { Trial } from "./model_trial.ts";
import { storages } from "./storages.ts";
import { trials } from "../full_run.ts";

/** Runs per storage. Set POSTERN_MODEL_RUNS=5000 for more runs. */
const runs = process.env["POSTERN_MODEL_RUNS"];
const usualRuns: Record<string, number> = {
  memory: trials(750),
  lmdb: trials(50),
  sqlite: trials(50),
  postgres: trials(25),
};

describe.each(storages)("any interleaving on %s", (name, openStorage) => {
  const numRuns = Number(runs ?? usualRuns[name]);

  it(
    "of keys, users, requests and time admits no invalid key, and no key above its limit",
    { timeout: runs === undefined ? 120_000 : 3_600_000 },
    async () => {
      const property = fc.asyncProperty(steps, async (taken) => {
        const trial = await Trial.open(openStorage);
        await trial.run(taken);
      });
      await expect(fc.assert(property, { numRuns })).resolves.toBeUndefined();
    },
  );
});
