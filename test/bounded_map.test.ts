import { expect, it } from "vitest";
import { BoundedMap } from "../lib/base/bounded_map.ts";

it("keeps what is asked for, and forgets what is not", () => {
  const map = new BoundedMap<number>(10);
  map.set("kept", 0);
  for (let index = 1; index <= 100; index++) {
    map.set(`other ${index}`, index);
    expect(map.get("kept")).toBe(0);
  }
  const left = Array.from({ length: 100 }, (_, index) => map.get(`other ${index + 1}`)).filter(Boolean);
  expect(left.length).toBeLessThan(10);
  expect(left).toContain(100);
});

it("holds no more than its weight, and nothing that is heavier alone", () => {
  const map = new BoundedMap<string>(100, ({ length }) => length);
  map.set("heavy", "x".repeat(51));
  expect(map.get("heavy")).toBeUndefined();
  for (let index = 0; index < 50; index++) map.set(String(index), "x".repeat(20));
  const kept = Array.from({ length: 50 }, (_, index) => map.get(String(index))).filter(Boolean);
  expect(kept.join("").length).toBeLessThanOrEqual(100);
});

it("replaces and deletes", () => {
  const map = new BoundedMap<number>(4);
  map.set("a", 1);
  map.set("a", 2);
  expect(map.get("a")).toBe(2);
  map.delete("a");
  expect(map.get("a")).toBeUndefined();
});
