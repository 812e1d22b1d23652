import { describe, expect, it } from "vitest";
import { awayFromMidnight } from "../away_from_midnight.ts";
import { postgresIsMissing } from "../storage-drivers/_postgres_client.ts";
import { type Promotion, promoteUnderLoad, type PromotionOptions } from "./promotion.ts";

/** Number of promotions of each kind. `run_promotions.sh` sets more. */
const rounds = Number(process.env["POSTERN_PROMOTIONS"] ?? 1);
const requests = rounds > 1 ? 10_000 : 4000;
const limit = 2000;

interface Figures {
  admitted: number;
  /** Number of responses 200 and 429. */
  decided: number;
  lostCounts: number;
  lostPosts: number;
}

function figuresOf({ statuses, counted, posts, unavailable }: Promotion): Figures {
  const { 200: admitted = 0, 429: refused = 0, 503: failed = 0, ...others } = statuses;
  expect(others).toEqual({});
  expect(posts.acknowledged).toBeGreaterThan(0);
  const lostCounts = counted.primary - counted.standby;
  console.info(
    `admitted ${admitted}, 429 ${refused}, 503 ${failed}; counts ${counted.primary} on the primary, ${counted.standby} on the standby; ` +
      `lost ${posts.lost} of ${posts.acknowledged} posts; no writes for ${unavailable.toFixed(0)} ms`,
  );
  return { admitted, decided: admitted + refused, lostCounts, lostPosts: posts.lost };
}

async function promote(options: Omit<PromotionOptions, "requests">): Promise<Figures> {
  await awayFromMidnight();
  return figuresOf(await promoteUnderLoad({ ...options, requests }));
}

const eachRound = Array.from({ length: rounds }, (_, round) => round + 1);

describe.skipIf(postgresIsMissing()).each(eachRound)(
  "four processes while a standby is promoted, round %i",
  () => {
    it.each(["on", "remote_apply"] as const)(
      "are never admitted more often than the limit with synchronous_commit=%s",
      async (replication) => {
        const { admitted, decided, lostPosts } = await promote({ replication });
        expect(decided).toBe(requests);
        expect(admitted).toBeLessThanOrEqual(limit);
        // Requests that were counted without a response of the primary are not admitted. Their number depends on the load of the machine.
        expect(admitted).toBeGreaterThan(0);
        expect(lostPosts).toBe(0);
      },
    );

    it("are never admitted more often with synchronous replication, while half of them use the old primary", async () => {
      const { admitted, lostPosts } = await promote({ replication: "on", keepsPrimary: true });
      expect(admitted).toBeLessThanOrEqual(limit);
      expect(lostPosts).toBe(0);
    });

    it("are admitted again as often as asynchronous replication has lost counts", async () => {
      const { admitted, decided, lostCounts } = await promote({ replication: "asynchronous", cutOff: 300 });
      expect(decided).toBe(requests);
      expect(lostCounts).toBeGreaterThanOrEqual(300);
      expect(admitted).toBeGreaterThan(limit);
      expect(admitted).toBeLessThanOrEqual(limit + lostCounts);
    });

    it.runIf(rounds > 1)(
      "lose few counts with asynchronous replication to a standby that keeps up",
      async () => {
        const { admitted, lostCounts } = await promote({ replication: "asynchronous" });
        expect(admitted).toBeLessThanOrEqual(limit + lostCounts);
      },
    );
  },
);
