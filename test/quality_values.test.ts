import { expect, it } from "vitest";
import { qualityValues } from "../lib/http/request/quality_values.ts";

it.each([
  ["gzip", [["gzip", 1]]],
  [
    "BR;q=0.5 , *;q=0",
    [
      ["br", 0.5],
      ["*", 0],
    ],
  ],
  ["text/html; Charset=utf-8; Q=0.25", [["text/html", 0.25]]],
  ["a;q=2, b;q=-1, c;q=high", ["a", "b", "c"].map((name) => [name, 0])],
  ["", [["", 1]]],
  [
    'a/b;p="x,y;q=0";q=0.5, c/d;p="\\",";q=0.1',
    [
      ["a/b", 0.5],
      ["c/d", 0.1],
    ],
  ],
])("reads names and weights of %j", (header, items) => {
  expect(qualityValues(header).map(({ name, weight }) => [name, weight])).toEqual(items);
});
