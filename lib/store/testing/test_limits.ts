import type { Changes } from "../contract/changes.ts";
import { encodeKey } from "../encode_key.ts";
import type { LimitName } from "../contract/store_limits.ts";
import { measureCommit } from "../assert_fits.ts";
import { type Contract, partition } from "./contract.ts";

/** A size to test if an engine does not state the limit, and the commit of a size. */
interface TestedLimit {
  usual: number;
  commitOf: (size: number) => Changes;
}

/** Sizes up to which a test goes. A larger limit, such as Redis's 512 MiB, is tested at the usual size. */
const longestTested = 4_000_000;

/** Commits as large as an engine allows in one respect, and small in all others. */
const testedLimits: Readonly<Record<LimitName, TestedLimit>> = {
  checks: {
    usual: 300,
    commitOf: (size) => ({
      checks: Array.from({ length: size }, (_, index) => ({ key: `c${index}`, exists: false })),
      sets: [{ key: "a", value: {} }],
    }),
  },
  operations: {
    usual: 200,
    commitOf: (size) => ({
      sets: Array.from({ length: size - 2 }, (_, index) => ({ key: `k${index}`, value: {} })),
      deletes: ["missing"],
      sums: [{ key: "n", add: 1 }],
    }),
  },
  addressBytes: {
    usual: 1500,
    commitOf: (size) => ({ sets: [{ key: keyOfLength(size - partition.length), value: {} }] }),
  },
  keyBytes: {
    usual: 40_000,
    commitOf: (size) => {
      const count = Math.ceil(size / 500);
      const each = Math.floor(size / count) - 24 - partition.length;
      const rest = size % count;
      const sets = Array.from({ length: count }, (_, index) => {
        const start = `${String(index).padStart(4, "0")}!`;
        const length = each + (index < rest ? 1 : 0);
        return { key: start + keyOfLength(length - start.length), value: {} };
      });
      return { sets };
    },
  },
  valueBytes: {
    usual: 1_000_000,
    commitOf: (size) => ({ sets: [{ key: "a", value: { text: "x".repeat(size - '{"text":""}'.length) } }] }),
  },
  commitBytes: {
    usual: 1_500_000,
    commitOf: (size) => fourTexts(size - sizesOf(fourTexts(0)).commitBytes),
  },
};

/** Tests that commits up to the stated limits of an engine succeed, and that one beyond is refused as a whole. */
export function testLimits({ it, expect, engine, get, listKeys }: Contract): void {
  for (const [name, { usual, commitOf }] of Object.entries(testedLimits) as [LimitName, TestedLimit][]) {
    it(`takes a commit up to its limit of ${name}, and refuses one beyond`, async () => {
      const { atomic } = engine;
      const stated = atomic.limits?.[name] ?? Infinity;
      const most = stated > longestTested ? usual : stated;
      const largest = commitOf(most);
      expect(sizesOf(largest)[name]).toBe(most);
      expect(await atomic.commit(partition, largest)).toMatchObject({ committed: true });
      const { sets = [] } = largest;
      const [last] = sets.slice(-1);
      expect(await get(last?.key ?? "")).toEqual(last?.value);
      if (most !== stated) return;

      const keys = await listKeys({ limit: 2000 });
      const other = encodeKey(["org", "else"]);
      const attempt = async (): Promise<unknown> => atomic.commit(other, commitOf(most + 1));
      expect(String(await attempt().catch((error: unknown) => error))).toContain(
        `at most ${most.toLocaleString("en-US")}. `,
      );
      expect(await atomic.list(other, { limit: 9 })).toEqual([]);
      expect(await listKeys({ limit: 2000 })).toEqual(keys);
    });
  }

  it("counts a value in bytes of UTF-8", async () => {
    const { atomic } = engine;
    const most = Math.min(atomic.limits?.valueBytes ?? Infinity, 1_000_000) - '{"text":""}'.length;
    for (const text of [`’${"x".repeat(most - 3)}`, "é’😀".repeat(Math.floor(most / 9))]) {
      const value = { text };
      expect(await atomic.commit(partition, { sets: [{ key: "a", value }] })).toMatchObject({
        committed: true,
      });
      expect(await get("a")).toEqual(value);
    }
  });
}

/** Returns a commit of four texts that have a number of characters together. */
function fourTexts(length: number): Changes {
  const lengthOf = (index: number): number => Math.floor(length / 4) + (index < length % 4 ? 1 : 0);
  return {
    sets: ["a", "b", "c", "d"].map((key, index) => ({ key, value: { text: "x".repeat(lengthOf(index)) } })),
  };
}

function sizesOf(changes: Changes): ReturnType<typeof measureCommit> {
  const json = (changes.sets ?? []).map(({ value }) => JSON.stringify(value));
  return measureCommit(partition, changes, json);
}

/** Returns a key of parts that are no longer than those of `encodeKey`. */
function keyOfLength(length: number): string {
  const parts = "x".repeat(length).match(/.{1,200}/g) ?? [];
  return parts.map((part, index) => (index === 0 ? part : `!${part.slice(1)}`)).join("");
}
