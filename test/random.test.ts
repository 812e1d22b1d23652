import { expect, it } from "vitest";
import { systemRandomBytes } from "../lib/base/secrets/random.ts";

it("gives as many bytes as are asked for, and none of them twice", () => {
  // The draws need more bytes than are drawn ahead, and their lengths do not divide that number.
  const runs = Array.from({ length: 3000 }, (_, index) => systemRandomBytes(9 + (index % 8)));
  expect(runs.map(({ length }) => length)).toEqual(runs.map((_, index) => 9 + (index % 8)));
  const joined = runs.map((run) => Array.from(run, (byte) => String.fromCharCode(byte)).join("")).join("");
  // No two of 40,000 texts of 8 bytes are equal.
  const starts = new Set(Array.from({ length: joined.length - 7 }, (_, at) => joined.slice(at, at + 8)));
  expect(starts.size).toBe(joined.length - 7);
});

it("gives bytes that are the caller's own", () => {
  const first = systemRandomBytes(16);
  const copy = first.slice();
  systemRandomBytes(16).fill(0);
  expect(first).toEqual(copy);
  first.fill(0);
  expect(systemRandomBytes(16)).not.toEqual(first);
});

it.each([0, 1, 17, 43, 5000])("gives %i bytes", (length) => {
  expect(systemRandomBytes(length)).toHaveLength(length);
});
