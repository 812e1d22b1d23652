import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { postgresIsMissing, startPostgres } from "../storage-drivers/_postgres_server.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { postern } from "../adapters/start_process.ts";
import { releaseAfterUse, scratchDirectory } from "../servers/release_after_use.ts";
import { randomOf } from "./webhooks/random_of.ts";
import { runStorm, type StormSettings } from "./webhooks/storm.ts";

type Store = Pick<StormSettings, "storage" | "deployment">;

/** The long form is run by `run_webhooks.sh`. */
const changes = Number(process.env["POSTERN_STORM_CHANGES"] ?? 400);
const seconds = Number(process.env["POSTERN_STORM_SECONDS"] ?? 0.4);
const stores = (process.env["POSTERN_STORM_STORES"] ?? "lmdb").split(",");
const isLong = process.env["POSTERN_STORM_CHANGES"] !== undefined;
const patience = isLong ? 600_000 : 150_000;

const openers: Readonly<Record<string, () => Store | Promise<Store>>> = {
  lmdb: () => ({ storage: `lmdb:${scratchDirectory()}/data`, deployment: "host" }),
  redis: async () => {
    if (redisIsMissing()) throw new Error("redis-server is missing");
    const server = await startRedis("--appendonly", "yes");
    releaseAfterUse(() => server.stop());
    return { storage: server.url, deployment: "cluster" };
  },
  postgres: async () => {
    if (postgresIsMissing()) throw new Error("PostgreSQL is missing");
    const server = await startPostgres();
    releaseAfterUse(() => server.stop());
    return { storage: server.url(), deployment: "cluster" };
  },
};

describe.each(stores)("webhooks on %s", (name) => {
  it("lose and invent no event while processes are killed", { timeout: 20 * patience }, async () => {
    if (!existsSync(postern)) throw new Error("There is no bundle: run `npm run build` before this test");
    const open = openers[name];
    if (open === undefined) throw new Error(`Unknown store ${name}`);
    const seed = Math.trunc(Math.random() * 2 ** 32);
    const result = await runStorm({
      ...(await open()),
      changes,
      processes: isLong ? 3 : 2,
      killEvery: seconds * 1000,
      patience,
      random: randomOf(seed),
    });
    const { missing, invented, unlogged, different, wrong, ...facts } = result;
    console.info(`${name}, seed ${seed}: ${JSON.stringify(facts)}`);
    const faults = { missing, invented, unlogged, different, wrong };
    expect(faults).toEqual({ missing: [], invented: [], unlogged: [], different: [], wrong: [] });
    expect(facts.events).toBeGreaterThan(changes * 0.8);
    expect(facts.kills).toBeGreaterThan(0);
    expect(Object.values(facts.requests).every((count) => count > 0)).toBe(true);
  });
});
