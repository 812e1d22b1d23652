import { describe, expect, it } from "vitest";
import { dailyCounter, endOfDay } from "../../lib/access/quota/quota.ts";

describe("the day of the quota", () => {
  it.each([
    ["2026-06-15T00:00:00.000Z", "2026-06-15", "2026-06-16T00:00:00.000Z"],
    ["2026-06-15T23:59:59.999Z", "2026-06-15", "2026-06-16T00:00:00.000Z"],
    ["2024-02-28T12:00:00.000Z", "2024-02-28", "2024-02-29T00:00:00.000Z"],
    ["2026-12-31T23:00:00.000-05:00", "2027-01-01", "2027-01-02T00:00:00.000Z"],
  ])("of %s is %s in UTC", (time, date, end) => {
    const now = Date.parse(time);
    expect(dailyCounter(now).key).toEqual(["requests", date]);
    expect(new Date(endOfDay(now)).toISOString()).toBe(end);
    expect(dailyCounter(now).expiresAt).toBeGreaterThan(endOfDay(now));
  });
});
