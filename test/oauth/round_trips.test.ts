import { expect, it } from "vitest";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { type DriverCall, recordingDriver } from "../access/recording_driver.ts";
import { OAuthWorld } from "./oauth_world.ts";

async function openRecorded(): Promise<{
  world: OAuthWorld;
  turnsOf: (token: string) => Promise<string[][]>;
}> {
  let calls: DriverCall[] = [];
  const world = await OAuthWorld.open(async (clock) => {
    const recording = recordingDriver(memoryDriver({ clock }));
    ({ calls } = recording);
    return { storage: recording.driver, close: () => undefined };
  });
  const turnsOf = async (token: string): Promise<string[][]> => {
    calls.length = 0;
    await (await world.callTools(token)).text();
    // If the token is refused, the other reads may continue after the response.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    const turns = [...new Set(calls.map(({ turn }) => turn))];
    return turns.map((turn) => calls.filter((call) => call.turn === turn).map(({ operation }) => operation));
  };
  return { world, turnsOf };
}

it("a cached token needs one round trip, as its key does, with one commit", async () => {
  const { world, turnsOf } = await openRecorded();
  const { access_token: token } = await world.connect();
  const first = await turnsOf(token);
  const firstOfKey = await turnsOf(world.key.key);
  expect(first).toHaveLength(firstOfKey.length);
  const [turn = [], ...others] = await turnsOf(token);
  expect(others).toEqual([]);
  expect(turn.filter((operation) => operation === "commit")).toHaveLength(1);
  expect(await turnsOf(world.key.key)).toHaveLength(1);
});

it("an unknown token, and one with a wrong secret, need equal round trips without a commit", async () => {
  const { world, turnsOf } = await openRecorded();
  const { access_token: token } = await world.connect();
  const [prefix, keyId = "", rest = ""] = token.split("_");
  const wrong = await turnsOf(`${token.slice(0, -4)}aaaa`);
  const unknownKey = await turnsOf(`${prefix}_${"a".repeat(keyId.length)}_${rest}`);
  const unknownConnection = await turnsOf(
    `${prefix}_${keyId}_${rest.slice(0, 1)}${"a".repeat(16)}${rest.slice(17)}`,
  );
  expect(wrong.flat()).not.toContain("commit");
  expect([unknownKey, unknownConnection]).toEqual([wrong, wrong]);
});
