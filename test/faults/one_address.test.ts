import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { openStorageDriver } from "../../storage-drivers/open_storage_driver.ts";
import { sharedStores } from "../storage-drivers/_shared_stores.ts";
import { trials } from "../full_run.ts";

type Answer = { id: string } | { error: string };

const script = fileURLToPath(new URL("one_address_worker.mjs", import.meta.url));
const processes = 4;
const rounds = Number(process.env["POSTERN_ADDRESS_ROUNDS"] ?? trials(50));

async function startWorker(setting: string): Promise<ChildProcess> {
  const worker = fork(script, [setting]);
  await once(worker, "message");
  return worker;
}

/** Lets all processes create a user with the same address concurrently. */
async function createEverywhere(workers: readonly ChildProcess[], email: string): Promise<Answer[]> {
  const answers = workers.map(async (worker) => ((await once(worker, "message")) as [Answer])[0]);
  for (const worker of workers) worker.send(email);
  return Promise.all(answers);
}

/** Lets four processes share a store. Returns the rounds after which the address had no user or several users. */
async function findBadRounds(setting: string): Promise<object[]> {
  const storage = await openStorageDriver(setting);
  const { users } = createPublicApi({ storage, deployment: "host" });
  const workers = await Promise.all(Array.from({ length: processes }, () => startWorker(setting)));
  const bad: object[] = [];
  let created = 0;
  for (let round = 0; round < rounds; round++) {
    const email = `ada.${round}@acme.example`;
    const answers = await createEverywhere(workers, email);
    const ids = answers.flatMap((answer) => ("id" in answer ? answer.id : []));
    const errors = new Set(answers.flatMap((answer) => ("error" in answer ? answer.error : [])));
    const found = (await users.findByEmail(email)).map(({ id }) => id);
    const isGood =
      ids.length === 1 && found.join() === ids.join() && [...errors].join() === "AlreadyExistsError";
    if (!isGood) bad.push({ round, answers, found });
    created += ids.length;
  }
  let listed = 0;
  for await (const _user of users.iterate()) listed++;
  if (listed !== created) bad.push({ listed, created });
  for (const worker of workers) worker.disconnect();
  await Promise.all(workers.map((worker) => once(worker, "exit")));
  await storage.dispose?.();
  return bad;
}

describe(`${processes} processes that create users with the same email address concurrently, ${rounds} times`, () => {
  it.each(sharedStores.filter(([name]) => name !== "PostgreSQL"))(
    "create one user each time, on %s",
    async (_name, _deployment, open) => {
      expect(await findBadRounds(await open())).toEqual([]);
    },
  );
});
