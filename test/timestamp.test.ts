import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Timestamp, timestampPattern, toIsoString, toMilliseconds } from "../lib/base/time/timestamp.ts";
import { timestampInput } from "../lib/base/time/timestamp_input.ts";
import { validated } from "../lib/base/input/validate.ts";

describe("toMilliseconds", () => {
  it.each<[Timestamp, string]>([
    ["2026-05-01", "2026-05-01T00:00:00.000Z"],
    ["2026-05-01T10:20Z", "2026-05-01T10:20:00.000Z"],
    ["2026-05-01T10:20:30Z", "2026-05-01T10:20:30.000Z"],
    ["2026-05-01 10:20:30", "2026-05-01T10:20:30.000Z"],
    [" 2026-05-01 ", "2026-05-01T00:00:00.000Z"],
    ["2026-05-01T10:20:30.5Z", "2026-05-01T10:20:30.500Z"],
    ["2026-05-01T10:20:30.123456789Z", "2026-05-01T10:20:30.123Z"],
    ["2026-05-01T10:20:30+02:00", "2026-05-01T08:20:30.000Z"],
    ["2026-05-01T10:20:30-0530", "2026-05-01T15:50:30.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    // Lower case and leap seconds (RFC 3339, 5.6 and 5.7).
    ["2026-05-01t10:20:30z", "2026-05-01T10:20:30.000Z"],
    ["2026-05-01t10:20:30.5+02:00", "2026-05-01T08:20:30.500Z"],
    ["1990-12-31T23:59:60Z", "1990-12-31T23:59:59.000Z"],
    ["1990-12-31T15:59:60-08:00", "1990-12-31T23:59:59.000Z"],
    ["2016-12-31t23:59:60.75z", "2016-12-31T23:59:59.750Z"],
    ["2017-01-01T05:44:60+05:45", "2016-12-31T23:59:59.000Z"],
    ["9999-12-31T23:59:60Z", "9999-12-31T23:59:59.000Z"],
    ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z"],
    [0, "1970-01-01T00:00:00.000Z"],
    [1.9, "1970-01-01T00:00:00.001Z"],
    [-1, "1969-12-31T23:59:59.999Z"],
    [253_402_300_799_999, "9999-12-31T23:59:59.999Z"],
    [new Date("2026-05-01"), "2026-05-01T00:00:00.000Z"],
  ])("reads %j", (timestamp, iso) => {
    expect(toIsoString(timestamp)).toBe(iso);
    expect(toMilliseconds(timestamp)).toBe(Date.parse(iso));
    const isText = typeof timestamp === "string";
    expect(!isText || new RegExp(timestampPattern, "u").test(timestamp)).toBe(true);
  });

  it.each<[unknown]>([
    [undefined],
    [null],
    [""],
    ["soon"],
    ["2026"],
    ["2026-05"],
    ["2026-5-1"],
    ["2026-02-29"],
    ["2026-02-30"],
    ["2026-04-31T10:00:00Z"],
    ["2026-13-01"],
    ["2026-00-10"],
    ["2026-05-00"],
    ["2026-05-01T25:00:00Z"],
    ["2026-05-01T10:60:00Z"],
    ["2026-05-01T10:00:00+25:00"],
    ["2026-05-01T10"],
    ["2016-12-31T23:58:60Z"],
    ["2016-12-31T22:59:60Z"],
    ["2016-12-30T23:59:60Z"],
    ["2016-12-31T23:59:60+01:00"],
    ["2016-12-31T23:59:61Z"],
    ["0000-00-00 00:00:00"],
    ["+012026-05-01"],
    ["Fri, 01 May 2026 00:00:00 GMT"],
    ["1777593600000"],
    [Number.NaN],
    [Infinity],
    [253_402_300_800_000],
    [-62_167_219_200_001],
    [new Date("nonsense")],
    [new Date(8.64e15)],
    [{}],
    [true],
    [5n],
    [[2026, 5, 1]],
  ])("takes %s for no instant", (timestamp) => {
    expect(toMilliseconds(timestamp as Timestamp)).toBeUndefined();
    expect(toIsoString(timestamp as Timestamp)).toBeUndefined();
  });

  it("reads back what it writes", () => {
    const time = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
    fc.assert(
      fc.property(time, (milliseconds) => {
        expect(toMilliseconds(toIsoString(milliseconds))).toBe(milliseconds);
      }),
    );
  });

  it("throws at no text", () => {
    const almost = fc.stringMatching(
      /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/,
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), almost), (text) => {
        expect([undefined, "number"]).toContain(toMilliseconds(text) === undefined ? undefined : "number");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("timestampInput", () => {
  const faultsOf = (input: unknown): string[] => {
    const validation = validated(timestampInput, input);
    return validation.isValid ? [] : validation.fields.map(({ message }) => message);
  };

  it.each([1_780_000_000, 0, -1, 99_999_999_999])(
    "refuses %d, which looks like seconds, with a hint",
    (time) => {
      expect(faultsOf(time)).toEqual([expect.stringContaining("looks like seconds: multiply it by 1000")]);
    },
  );

  it.each([100_000_000_000, 1_780_000_000_000, "1970-01-01"])("accepts %s", (time) => {
    expect(faultsOf(time)).toEqual([]);
  });
});
