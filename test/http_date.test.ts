import { describe, expect, it } from "vitest";
import { parseHttpDate } from "../lib/base/time/http_date.ts";

const now = Date.parse("2026-11-26T12:00:00Z");

describe.each(["UTC", "America/New_York", "Asia/Kolkata"])("a date of HTTP on a server in %s", (zone) => {
  const parse = (text: string, at = now): string | undefined => {
    const before = process.env["TZ"];
    process.env["TZ"] = zone;
    try {
      const time = parseHttpDate(text, at);
      return time === undefined ? undefined : new Date(time).toISOString();
    } finally {
      if (before === undefined) delete process.env["TZ"];
      else process.env["TZ"] = before;
    }
  };

  it.each([
    ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
    ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
    ["Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37.000Z"],
    ["Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37.000Z"],
    ["Thu, 29 Feb 2024 23:59:59 GMT", "2024-02-29T23:59:59.000Z"],
    ["Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00.000Z"],
    ["Sun, 06 Nov 0094 08:49:37 GMT", "0094-11-06T08:49:37.000Z"],
    ["Thursday, 26-Nov-26 12:00:00 GMT", "2026-11-26T12:00:00.000Z"],
    ["Wednesday, 26-Nov-75 12:00:00 GMT", "2075-11-26T12:00:00.000Z"],
    ["Friday, 26-Nov-77 12:00:00 GMT", "1977-11-26T12:00:00.000Z"],
    ["Tuesday, 29-Feb-00 12:00:00 GMT", "2000-02-29T12:00:00.000Z"],
  ])("is read in UTC: %s", (text, expected) => {
    expect(parse(text)).toBe(expected);
  });

  it.each([
    "",
    "yesterday",
    "0",
    "784111777",
    "1994-11-06",
    "1994-11-06T08:49:37Z",
    "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 1994 08:49:37 +0000",
    "Sun, 06 Nov 1994 08:49:37 EST",
    "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun, 06 November 1994 08:49:37 GMT",
    "Sun, 06-Nov-1994 08:49:37 GMT",
    "06 Nov 1994 08:49:37 GMT",
    "Sun 06 Nov 1994 08:49:37 GMT",
    "sun, 06 nov 1994 08:49:37 gmt",
    "SUN, 06 NOV 1994 08:49:37 GMT",
    "Sun,  06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT;",
    "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT",
    "Sun, 06-Nov-94 08:49:37 GMT",
    "Sunday, 06 Nov 1994 08:49:37 GMT",
    "Sun Nov 6 08:49:37 1994",
    "Sun Nov 06 08:49:37 1994 GMT",
    "Sun Nov  6 08:49:37 94",
    "Sunday Nov  6 08:49:37 1994",
    "Wed, 30 Feb 1994 08:49:37 GMT",
    "Wed, 00 Feb 1994 08:49:37 GMT",
    "Wed, 32 Jan 1994 08:49:37 GMT",
    "Wed, 29 Feb 2023 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT",
    "Sun, 06 Nov 1994 08:49:60 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT",
    "Sun Feb 30 08:49:37 1994",
  ])("is nothing else: %j", (text) => {
    expect(parse(text)).toBeUndefined();
  });

  it("takes a year of two digits that is more than 50 years ahead as past, at any time", () => {
    const at = (year: string): number => Date.parse(`${year}-06-01T00:00:00Z`);
    expect(parse("Friday, 01-Jan-99 00:00:00 GMT", at("1994"))).toBe("1999-01-01T00:00:00.000Z");
    expect(parse("Friday, 01-Jan-05 00:00:00 GMT", at("1994"))).toBe("2005-01-01T00:00:00.000Z");
    expect(parse("Friday, 01-Jan-94 00:00:00 GMT", at("2101"))).toBe("2094-01-01T00:00:00.000Z");
  });
});
