import { expect, it } from "vitest";
import { readRetryAfter } from "../lib/base/time/http_date.ts";

const now = Date.parse("2026-11-26T12:00:00Z");

it.each([
  ["0", 0],
  ["120", 120_000],
  ["Thu, 26 Nov 2026 12:00:07 GMT", 7000],
  ["Thursday, 26-Nov-26 12:00:07 GMT", 7000],
  ["Thu Nov 26 12:00:07 2026", 7000],
  ["Thu, 26 Nov 2026 11:00:00 GMT", 0],
  ["", undefined],
  ["7.5", undefined],
  ["-7", undefined],
  ["+7", undefined],
  ["1e3", undefined],
  ["7 s", undefined],
  ["7, 7", undefined],
  ["2026-11-26T12:00:07Z", undefined],
  ["11/26/2026 12:00:07", undefined],
  ["1 GMT", undefined],
])("reads the milliseconds of Retry-After %j: %s", (value, milliseconds) => {
  expect(readRetryAfter(value, now)).toBe(milliseconds);
});
