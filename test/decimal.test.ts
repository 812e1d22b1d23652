import { describe, expect, it } from "vitest";
import { decimal } from "../lib/base/decimal.ts";

describe("decimal", () => {
  const numbers = [
    0, 7, 999, 1000, 1001, 1999, 10_000, 123_456, 999_999, 1_000_000, 1_000_001, 45_006_007_008,
  ];
  it.each([...numbers, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER])("writes %i as it is written", (number) => {
    expect(decimal(number)).toBe(String(number));
  });
});
