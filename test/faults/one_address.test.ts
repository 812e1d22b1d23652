import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { redisIsMissing, startRedis } from "../storage-drivers/_redis_server.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

/** Result of a creation in another process. */
type Answer = { id: string } | { error: string };

const script = fileURLToPath(new URL("one_address_worker.mjs", import.meta.url));
const processes = 4;
const rounds = Number(process.env["POSTERN_ADDRESS_ROUNDS"] ?? 50);

async function startWorker(setting: string): Promise<ChildProcess> {
  const worker = fork(script, [setting]);
  await once(worker, "message");
  return worker;
}

/** Lets all processes create a user of one address at the same time. */
async function createEverywhere(workers: readonly ChildProcess[], email: string): Promise<Answer[]> {
  const answers = workers.map(async (worker) => ((await once(worker, "message")) as [Answer])[0]);
  for (const worker of workers) worker.send(email);
  return Promise.all(answers);
}

/** Lets four processes share a store, and checks after each round that one user has the address. */
async function tryRounds(setting: string): Promise<void> {
  const storage = await openStorageDriver(setting);
  const { users } = createPublicApi({ storage, deployment: "host" });
  const workers = await Promise.all(Array.from({ length: processes }, () => startWorker(setting)));
  const created: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const email = `ada.${round}@acme.example`;
    const answers = await createEverywhere(workers, email);
    const ids = answers.flatMap((answer) => ("id" in answer ? answer.id : []));
    const errors = answers.flatMap((answer) => ("error" in answer ? answer.error : []));
    expect(ids).toHaveLength(1);
    expect(new Set(errors)).toEqual(new Set(["AlreadyExistsError"]));
    expect((await users.findByEmail(email)).map(({ id }) => id)).toEqual(ids);
    created.push(...ids);
  }
  const listed: string[] = [];
  for await (const { id } of users.list()) listed.push(id);
  expect(listed.toSorted()).toEqual(created.toSorted());
  for (const worker of workers) worker.disconnect();
  await Promise.all(workers.map((worker) => once(worker, "exit")));
  await storage.dispose?.();
}

describe(`${processes} processes that create users of one email address at the same time, ${rounds} times`, () => {
  it("create one user each time, on LMDB", { timeout: 120_000 }, async () => {
    const { path, remove } = temporaryDirectory();
    await tryRounds(`lmdb:${path}`);
    remove();
  });

  it.skipIf(redisIsMissing())("create one user each time, on Redis", { timeout: 120_000 }, async () => {
    const server = await startRedis();
    await tryRounds(server.url);
    await server.stop();
  });
});
