import { beforeEach, expect, it } from "vitest";
import { expectProblem, type OpenStorage, type SuiteSize, World } from "./world.ts";

const path = "/post/acme";

const limitsOf = ({ headers }: Response): [string | null, string | null] => [
  headers.get("ratelimit-policy"),
  headers.get("ratelimit"),
];

/** The daily quota and its headers. The clock stands at noon: 43,200 seconds are left of the day. */
export function describeQuota(openStorage: OpenStorage, size: SuiteSize): void {
  const world = World.forEachTest(openStorage, { rateLimit: { perDay: 3 } });
  let key: string;
  beforeEach(async () => {
    ({ key } = await world.createKey());
    await world.createPost({ name: "Hello" });
  });

  const remaining = async (): Promise<string | undefined> =>
    /r=(\d+)/.exec(limitsOf(await world.get(path, key))[1] ?? "")?.[1];

  it("returns the remaining daily quota in every response", async () => {
    for (const left of [2, 1, 0]) {
      const response = await world.get(path, key);
      expect(response.status).toBe(200);
      expect(limitsOf(response)).toEqual(['"daily";q=3;w=86400', `"daily";r=${left};t=43200`]);
    }
    const refused = await world.get(path, key);
    expect(limitsOf(refused)).toEqual(['"daily";q=3;w=86400', '"daily";r=0;t=43200']);
    expect(refused.headers.get("retry-after")).toBe("43200");
    await expectProblem(refused, 429, "quota-exceeded");
  });

  it.skipIf(size === "small")("serves exactly 2,000 requests a day by default", async () => {
    await world.reopen({});
    const { key: usualKey } = await world.createKey();
    const count = async (requests: number, status: number): Promise<void> => {
      const sent = Array.from({ length: requests }, () => world.get("/sitemap/acme", usualKey));
      const statuses = (await Promise.all(sent)).map((response) => response.status);
      expect(new Set(statuses)).toEqual(new Set([status]));
    };
    for (let hundred = 0; hundred < 20; hundred++) await count(100, 200);
    await count(3, 429);
  });

  it("rounds the seconds up, so that a retry at that time succeeds", async () => {
    for (let request = 0; request < 3; request++) await world.get(path, key);
    world.clock.time = Date.UTC(2026, 5, 15, 23, 59, 58, 1);
    expect((await world.get(path, key)).headers.get("retry-after")).toBe("2");
    world.clock.time = Date.UTC(2026, 5, 15, 23, 59, 59, 999);
    const last = await world.get(path, key);
    expect([last.headers.get("retry-after"), limitsOf(last)[1]]).toEqual(["1", '"daily";r=0;t=1']);
    await expectProblem(last, 429, "quota-exceeded");
    world.clock.advance(1);
    const first = await world.get(path, key);
    expect(first.status).toBe(200);
    expect(limitsOf(first)[1]).toBe('"daily";r=2;t=86400');
  });

  it("does not count refused requests against the next day", async () => {
    for (let request = 0; request < 10; request++) await world.get(path, key);
    world.clock.advance(12 * 60 * 60 * 1000);
    const statuses: number[] = [];
    for (let request = 0; request < 4; request++) statuses.push((await world.get(path, key)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it.each([
    ["HEAD", path, 200],
    ["OPTIONS", path, 204],
    ["DELETE", path, 405],
    ["GET", "/post/acme/nothing", 404],
    ["GET", `${path}?limit=0`, 400],
    ["GET", "/post/acme/%ff", 400],
    ["GET", "/post/foreign", 403],
    ["GET", "/sitemap/acme", 200],
    ["GET", "/post/acme/sitemap", 200],
    ["GET", "/post/acme/hello", 200],
    ["POST", "/knowledge-base", 415],
    ["GET", "/knowledge-base", 403],
    ["PUT", "/knowledge-base", 405],
    ["GET", "/nothing/here", 404],
    ["OPTIONS", "/nothing", 404],
    ["GET", "", 404],
  ])("counts %s %s with status %i, and refuses it when the quota is used up", async (method, to, status) => {
    const headers = { "x-api-key": key };
    const response = await world.send(method, to, { headers });
    expect(response.status).toBe(status);
    expect(limitsOf(response)[1]).toBe('"daily";r=2;t=43200');
    expect(await remaining()).toBe("1");
    expect(await remaining()).toBe("0");
    const refused = await world.send(method, to, { headers });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("43200");
  });

  it("counts nothing for requests without a key, or with a key that is not valid", async () => {
    const { key: revoked, id } = await world.createKey();
    await world.revokeKey(id);
    const { key: brief } = await world.createKey({ expiresIn: "1m" });
    world.clock.advance(60_000);
    const isOfQuota = (write: string): boolean => !write.includes("insight!");
    await world.forgetWrites();
    for (const text of [undefined, "x", key.replace(/.$/, "_"), revoked, brief]) {
      expect(limitsOf(await world.get(path, text))).toEqual([null, null]);
    }
    expect(world.writes.filter(isOfQuota)).toEqual([]);
    expect(await remaining()).toBe("2");
  });

  it("gives each key its own quota", async () => {
    const other = await world.createKey();
    for (let request = 0; request < 4; request++) await world.get(path, key);
    expect((await world.get(path, key)).status).toBe(429);
    expect((await world.get(path, other.key)).status).toBe(200);
  });

  it("returns a different remaining quota to each concurrent request", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => world.get(path, key)));
    const served = responses.filter(({ status }) => status === 200);
    const left = served.map((response) => /r=(\d)/.exec(limitsOf(response)[1] ?? "")?.[1] ?? "");
    expect(left.toSorted()).toEqual(["0", "1", "2"]);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(7);
  });
}
