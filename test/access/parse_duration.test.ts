import { describe, expect, it } from "vitest";
import { parseDuration } from "../../lib/base/time/parse_duration.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe("parseDuration", () => {
  it.each([
    ["1m", 60_000],
    ["45m", 45 * 60_000],
    ["12h", 12 * hour],
    ["30d", 30 * day],
    ["2w", 14 * day],
    ["P30D", 30 * day],
    ["P2W", 14 * day],
    ["PT12H", 12 * hour],
    ["PT90M", 1.5 * hour],
    ["PT1S", 1000],
    ["P1DT2H3M4S", day + 2 * hour + 3 * 60_000 + 4000],
  ])("reads %s", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([
    "",
    "0d",
    "-1d",
    "1",
    "d",
    "1.5d",
    "1D",
    "30 d",
    " 30d",
    "30d\n",
    "1y",
    "1s",
    "1000000d",
    "P",
    "PT",
    "P0D",
    "PT0S",
    "P1Y",
    "P1M",
    "P1W2D",
    "PT1H1D",
    "p30d",
    "P1.5D",
    "P99999999999999999999D",
    "forever",
  ])("refuses %j", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
