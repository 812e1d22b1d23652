import { describe, expect, it } from "vitest";
import { type Freshness, lastModified, rootLastModified } from "../../lib/publishing/sitemap/mod.ts";

const now = Date.UTC(2026, 5, 15, 12);
const created = Date.UTC(2026, 0, 1);
const updated = Date.UTC(2026, 4, 1);

describe("lastModified", () => {
  it.each<[string, Freshness, number | undefined]>([
    ["updatedAt when it is valid", { updatedAt: updated, createdAt: created }, updated],
    ["updatedAt also when it is before createdAt", { updatedAt: created, createdAt: updated }, created],
    ["updatedAt alone", { updatedAt: updated }, updated],
    ["updatedAt equal to now", { updatedAt: now, createdAt: created }, now],
    ["createdAt when updatedAt is missing", { createdAt: created }, created],
    ["createdAt when updatedAt is null", { updatedAt: null, createdAt: created }, created],
    ["createdAt when updatedAt is nonsense", { updatedAt: "nonsense", createdAt: created }, created],
    ["createdAt when updatedAt is in the future", { updatedAt: now + 1, createdAt: created }, created],
    ["createdAt when updatedAt is the epoch", { updatedAt: 0, createdAt: created }, created],
    ["createdAt when updatedAt is negative", { updatedAt: -1, createdAt: created }, created],
    ["nothing when neither is valid", { updatedAt: "x", createdAt: now + 1 }, undefined],
    ["nothing when both are missing", {}, undefined],
  ])("is %s", (_name, post, time) => {
    expect(lastModified(post, now)).toBe(time);
  });
});

describe("rootLastModified", () => {
  it.each<[string, Freshness[], number | undefined]>([
    ["now when there are no posts", [], now],
    ["the latest", [{ updatedAt: created }, { updatedAt: updated }, { updatedAt: created + 1 }], updated],
    ["the latest valid timestamp", [{ updatedAt: now + 1, createdAt: created }, {}], created],
    ["nothing when no post has a valid timestamp", [{}, { updatedAt: now + 1 }], undefined],
  ])("is %s", (_name, posts, time) => {
    expect(rootLastModified(posts, now)).toBe(time);
  });

  it("accepts any number of posts", () => {
    const posts = Array.from({ length: 200_000 }, (_, index) => ({ updatedAt: created + index }));
    expect(rootLastModified(posts, now)).toBe(created + 199_999);
  });
});
