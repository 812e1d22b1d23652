import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { postern } from "../adapters/start_process.ts";
import { randomOf } from "../random_of.ts";
import { sharedStores } from "../storage-drivers/_shared_stores.ts";
import { testSeed } from "../test_seed.ts";
import { runStorm } from "./webhooks/storm.ts";

/** The long form is run by `run_webhooks.sh`. */
const changes = Number(process.env["POSTERN_STORM_CHANGES"] ?? 400);
const seconds = Number(process.env["POSTERN_STORM_SECONDS"] ?? 0.4);
const chosen = (process.env["POSTERN_STORM_STORES"] ?? "lmdb").split(",");
const isLong = process.env["POSTERN_STORM_CHANGES"] !== undefined;
const patience = isLong ? 600_000 : 150_000;

/** Maximum number of concurrent requests to a webhook. A killed process repeats those that it had not stored. */
const mostConcurrent = 10;

const stores = sharedStores.filter(([name]) => chosen.some((one) => name.toLowerCase().startsWith(one)));
if (stores.length < chosen.length) throw new Error(`A server of ${chosen.join()} is missing`);

describe.each(stores)("webhooks on %s", (name, scope, open) => {
  it("lose and invent no event while processes are killed", { timeout: 20 * patience }, async () => {
    if (!existsSync(postern)) throw new Error("There is no bundle: run `npm run build` before this test");
    const result = await runStorm({
      storage: await open(),
      deployment: scope === "host" ? "host" : "cluster",
      changes,
      processes: isLong ? 3 : 2,
      killEvery: seconds * 1000,
      patience,
      random: randomOf(testSeed),
    });
    const { missing, invented, unlogged, different, inverted, wrong, ...facts } = result;
    console.info(`${name}, seed ${testSeed}: ${JSON.stringify(facts)}`);
    const faults = { missing, invented, unlogged, different, inverted, wrong };
    const none = { missing: [], invented: [], unlogged: [], different: [], inverted: [], wrong: [] };
    expect(faults).toEqual(none);
    expect(facts.repeated).toBeLessThanOrEqual(mostConcurrent * facts.kills);
    expect(facts.events).toBeGreaterThan(changes * 0.8);
    expect(facts.kills).toBeGreaterThan(0);
    expect(Object.values(facts.requests).every((count) => count > 0)).toBe(true);
  });
});
