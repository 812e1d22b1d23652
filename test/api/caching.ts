import { beforeAll, expect, it } from "vitest";
import { expectProblem, type OpenStorage, World } from "./world.ts";

const readable = ["/post/acme", "/post/acme/hello", "/post/acme/sitemap", "/sitemap/acme"];

/** ETags, dates, 304, and who may keep what. */
export function describeCaching(openStorage: OpenStorage): void {
  const world = World.forSuite(openStorage, {
    cache: { maxAgeSeconds: 5, staleWhileRevalidateSeconds: 50 },
  });
  let key: string;
  beforeAll(async () => {
    await world.createPost({ name: "Hello" });
    ({ key } = await world.createKey());
  });

  const etagOf = async (path: string): Promise<string> => await world.etagOf(path);
  const send = (path: string, headers: Record<string, string>): Promise<Response> =>
    world.send("GET", path, { headers });

  it.each(readable)("returns 304 for %s if the client has the current version", async (path) => {
    const etag = await etagOf(path);
    expect(etag).toMatch(/^"[\w-]{24}"$/);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await send(path, { "if-none-match": header });
      expect([response.status, response.body]).toEqual([304, null]);
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("cache-control")).toBe("public, max-age=5, stale-while-revalidate=50");
      expect(response.headers.get("vary")).toMatch(/(?:^|, )x-api-key$/);
      expect(response.headers.has("content-length")).toBe(false);
    }
    for (const header of ['"other"', '*, "other"', etag.slice(0, -2), ""]) {
      expect((await send(path, { "if-none-match": header })).status).toBe(200);
    }
  });

  it("changes the ETag exactly when the bytes change", async () => {
    const before = await Promise.all(readable.map(etagOf));
    world.clock.advance(5000);
    expect(await Promise.all(readable.map(etagOf))).toEqual(before);
    await world.updatePost("hello", { description: "New" });
    const after = await Promise.all(readable.map(etagOf));
    expect(after.filter((etag, index) => etag === before[index])).toEqual([]);
  });

  it("compares the date of a post to the second, and only without an ETag", async () => {
    const path = "/post/acme/hello";
    const date = (await world.get(path)).headers.get("last-modified") ?? "";
    expect(Date.parse(date)).toBe(world.clock.now());
    world.clock.advance(1000);
    expect((await send(path, { "if-modified-since": date })).status).toBe(304);
    const earlier = new Date(Date.parse(date) - 1000).toUTCString();
    expect((await send(path, { "if-modified-since": earlier })).status).toBe(200);
    expect((await send(path, { "if-modified-since": "yesterday" })).status).toBe(200);
    const both = { "if-modified-since": date, "if-none-match": '"other"' };
    expect((await send(path, both)).status).toBe(200);
  });

  it("reads a date in the three forms of HTTP, in UTC, and in no other", async () => {
    const path = "/post/acme/hello";
    const date = Date.parse((await world.get(path)).headers.get("last-modified") ?? "");
    world.clock.advance(1000);
    for (const form of formsOf(date)) {
      expect([form, (await send(path, { "if-modified-since": form })).status]).toEqual([form, 304]);
      expect([form, (await send(path, { "if-unmodified-since": form })).status]).toEqual([form, 200]);
    }
    for (const form of formsOf(date - 1000)) {
      expect([form, (await send(path, { "if-modified-since": form })).status]).toEqual([form, 200]);
      expect([form, (await send(path, { "if-unmodified-since": form })).status]).toEqual([form, 412]);
    }
    for (const other of [new Date(date).toISOString(), new Date(date).toString(), String(date)]) {
      expect([other, (await send(path, { "if-modified-since": other })).status]).toEqual([other, 200]);
    }
    const earlier = new Date(date - 1000).toISOString();
    expect((await send(path, { "if-unmodified-since": earlier })).status).toBe(200);
  });

  it.each(readable)("returns 412 for %s unless the client names the current version", async (path) => {
    const etag = await etagOf(path);
    for (const header of [etag, `"other", ${etag}`, "*"]) {
      expect((await send(path, { "if-match": header })).status).toBe(200);
    }
    for (const header of ['"other"', `W/${etag}`, ""]) {
      const response = await send(path, { "if-match": header, "if-none-match": etag });
      expect(response.headers.get("cache-control")).toBe("no-store");
      await expectProblem(response, 412, "precondition-failed");
      expect((await world.send("HEAD", path, { headers: { "if-match": header } })).status).toBe(412);
    }
    expect((await send(path, { "if-match": etag, "if-none-match": etag })).status).toBe(304);
  });

  it("ignores preconditions if the response is an error", async () => {
    const headers = { "if-match": '"other"' };
    expect((await send("/post/acme/nothing", headers)).status).toBe(404);
    expect((await send("/post/acme", { ...headers, "x-api-key": "x" })).status).toBe(401);
  });

  it("returns 412 for a post that has changed since a date, unless an ETag matches", async () => {
    await world.createPost({ name: "Dated" });
    const path = "/post/acme/dated";
    world.clock.advance(1000);
    const { headers } = await world.get(path);
    const [date, etag] = [headers.get("last-modified") ?? "", headers.get("etag") ?? ""];
    const earlier = new Date(Date.parse(date) - 1000).toUTCString();
    for (const since of [date, "yesterday"]) {
      expect((await send(path, { "if-unmodified-since": since })).status).toBe(200);
    }
    await expectProblem(await send(path, { "if-unmodified-since": earlier }), 412, "precondition-failed");
    expect((await send(path, { "if-unmodified-since": earlier, "if-match": etag })).status).toBe(200);
  });

  it("detects every change within one second by the date alone", async () => {
    const path = "/post/acme/often";
    world.clock.advance(1000 - (world.clock.now() % 1000) + 100);
    await world.createPost({ name: "Often", description: "first" });
    world.clock.advance(100);
    const date = (await world.get(path)).headers.get("last-modified") ?? "";
    expect(Date.parse(date)).toBeLessThanOrEqual(world.clock.now());
    world.clock.advance(100);
    await world.updatePost("often", { description: "second" });
    for (const later of [0, 100, 700, 1000, 60_000]) {
      world.clock.advance(later);
      const response = await send(path, { "if-modified-since": date });
      expect([later, response.status]).toEqual([later, 200]);
    }
  });

  it("updates the date of a post when the organization's fields in the response change", async () => {
    const date = (await world.get("/post/acme/hello")).headers.get("last-modified") ?? "";
    world.clock.advance(60_000);
    await world.updateOrganization({ name: "Acme Ltd" });
    expect((await send("/post/acme/hello", { "if-modified-since": date })).status).toBe(200);
  });

  it("ignores dates for a list, because a deleted post leaves no date", async () => {
    await world.createPost({ name: "Old", createdAt: "2026-01-01" });
    expect((await world.get("/post/acme")).headers.get("last-modified")).toBeNull();
    const date = new Date(world.clock.now()).toUTCString();
    await world.deletePost("old");
    world.clock.advance(2000);
    expect((await send("/post/acme", { "if-modified-since": date })).status).toBe(200);
  });

  it("forbids shared caches to store responses to keys, and all caches to store errors", async () => {
    const keyed = await world.get("/post/acme/hello", key);
    expect(keyed.headers.get("cache-control")).toBe("private, no-cache");
    expect(keyed.headers.get("vary")).toBe("accept, x-api-key");
    for (const path of ["/post/acme/nothing", "/post/acme?limit=0"]) {
      expect((await world.get(path)).headers.get("cache-control")).toBe("no-store");
    }
  });

  it.each([
    "/post/acme/hello",
    "/post/acme",
    "/post/acme/sitemap",
    "/sitemap/acme",
    "/openapi.json",
    "/docs",
  ])("forbids caches to store the response to a refused key at %s, for any condition", async (path) => {
    const { key: revoked, id } = await world.createKey();
    await world.revokeKey(id);
    const etag = await etagOf(path);
    for (const refused of ["x", "", key.replace(/.$/, "_"), revoked]) {
      for (const ifNoneMatch of [etag, "*"]) {
        const response = await send(path, { "x-api-key": refused, "if-none-match": ifNoneMatch });
        expect([response.status, response.headers.get("cache-control")]).toEqual([401, "no-store"]);
        expect(response.headers.get("vary")).toContain("x-api-key");
        expect(response.headers.get("ratelimit")).toBeNull();
      }
    }
  });

  it("counts a 304", async () => {
    const etag = await etagOf("/post/acme/hello");
    const before = (await world.get("/post/acme/hello", key)).headers.get("ratelimit") ?? "";
    const response = await send("/post/acme/hello", { "if-none-match": etag, "x-api-key": key });
    expect(response.status).toBe(304);
    const remaining = (text: string): number => Number(/r=(\d+)/.exec(text)?.[1]);
    expect(remaining(response.headers.get("ratelimit") ?? "")).toBe(remaining(before) - 1);
  });
}

/** Returns a time in the forms of RFC 9110, section 5.6.7. */
function formsOf(time: number): string[] {
  const preferred = new Date(time).toUTCString();
  const [, weekday = "", day = "", month = "", year = "", clock = ""] =
    /^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/.exec(preferred) ?? [];
  const longWeekday = new Date(time).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
  return [
    preferred,
    `${longWeekday}, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
    `${weekday} ${month} ${day.replace(/^0/, " ")} ${clock} ${year}`,
  ];
}
