import { afterAll, expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { lmdbDriver } from "../../storage-drivers/lmdb.ts";
import { temporaryDirectory } from "../temporary_directory.ts";

const directory = temporaryDirectory();
const { users, sessions } = createPublicApi({ storage: lmdbDriver({ path: directory.path }) });
afterAll(directory.remove);

it("gives each user a key of 256 bits for unsaved text, the same for all sessions", async () => {
  const keys = await Promise.all(["ada", "ada", "bob"].map((id) => sessions.textKeyOf(id)));
  expect(keys).toEqual(keys.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
  expect([keys[1], await sessions.textKeyOf("ada")]).toEqual([keys[0], keys[0]]);
  expect(keys[2]).not.toBe(keys[0]);
});

it("deletes the key with its user", async () => {
  await users.create({ id: "eve", name: "Eve" });
  const key = await sessions.textKeyOf("eve");
  await users.delete("eve");
  expect(await sessions.textKeyOf("eve")).not.toBe(key);
});
