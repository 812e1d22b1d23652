import { expect, it } from "vitest";
import { type DenoKv, denoKvDriver } from "../../storage-drivers/deno_kv.ts";

/** Entries of earlier versions, which stored each text as a string, also in parts. */
const entries: readonly (readonly [key: readonly string[], value: unknown])[] = [
  [["postern", "record", "p", "short"], { text: '{"text":"世😀"}' }],
  [["postern", "record", "p", "long"], { parts: { id: "x", count: 2 } }],
  [["postern", "part", "x", "0"], { text: '{"text":"世\ud83d' }],
  [["postern", "part", "x", "1"], { text: '\ude00"}' }],
];

const stored = new Map(entries.map(([key, value]) => [JSON.stringify(key), value]));

const kv: DenoKv = {
  getMany: async (keys) =>
    keys.map((key) => {
      const value = stored.get(JSON.stringify(key));
      return { key, value, versionstamp: value === undefined ? null : "1" };
    }),
  list: () => {
    throw new Error("not used");
  },
  atomic: () => {
    throw new Error("not used");
  },
  close: () => undefined,
};

it("reads the records of earlier versions, whose texts may be divided within a character", async () => {
  const { atomic } = denoKvDriver({ kv });
  const found = await atomic.getMany(["short", "long", "none"].map((key) => ({ partition: "p", key })));
  const value = { text: "世😀" };
  expect(found.map((record) => record?.value)).toEqual([value, value, undefined]);
});
