import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { randomOf } from "../random_of.ts";
import { sharedStores } from "../storage-drivers/_shared_stores.ts";
import { trials } from "../full_run.ts";
import { testSeed } from "../test_seed.ts";
import { type Acknowledged, contradictionsOf, findingsIn } from "./acknowledged.ts";

const rounds = Number(process.env["POSTERN_KILLS"] ?? trials(20));
const longestLife = 200;
const writer = fileURLToPath(new URL("writer.mjs", import.meta.url));
const built = fileURLToPath(new URL("../../dist/lib/mod.js", import.meta.url));

/** Starts a writer, kills it some time after its first line, and returns its lines. */
async function writeUntilKilled(setting: string, round: number, life: number): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [writer, setting, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  reader.on("line", (line) => lines.push(line));
  const ended = Promise.all([once(child, "exit"), once(reader, "close")]);
  await Promise.race([once(reader, "line"), ended]);
  await sleep(life);
  child.kill("SIGKILL");
  const [[, signal]] = await ended;
  expect(signal, "the writer ended by itself").toBe("SIGKILL");
  return lines.map((line) => JSON.parse(line) as Acknowledged);
}

const stores = sharedStores.filter(([name]) => name !== "Redis");

describe.each(stores)("kill -9 during writes, on %s", (_name, _deployment, open) => {
  const random = randomOf(testSeed);
  let setting: string;
  const everything: Acknowledged[] = [];
  beforeAll(async () => {
    if (!existsSync(built)) throw new Error("There is no dist: run `npm run build` before this test");
    setting = await open();
  });

  it(`keeps all acknowledged writes, ${rounds} times`, { timeout: 9000 * rounds }, async () => {
    for (let round = 0; round < rounds; round++) {
      const acknowledged = await writeUntilKilled(setting, round, random() * longestLife);
      expect(acknowledged.length).toBeGreaterThan(0);
      everything.push(...acknowledged);
      expect(await contradictionsOf(setting, acknowledged)).toEqual([]);
    }
    expect(await contradictionsOf(setting, everything)).toEqual([]);
    expect(await findingsIn(setting)).toEqual([]);
  });
});
