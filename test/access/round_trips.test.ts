import { describe, expect, it } from "vitest";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { expectProblem, World } from "../api/world.ts";
import { withUnknownId, withWrongSecret } from "./forged_keys.ts";
import { type DriverCall, recordingDriver } from "./recording_driver.ts";
import { sendAdmin } from "../admin/admin_world.ts";
import { allOf } from "../async_items.ts";

const hot = { path: "/post/acme/hello", readAccess: "key" } as const;

async function openRecorded(): Promise<{ world: World; calls: DriverCall[] }> {
  let calls: DriverCall[] = [];
  const world = await World.open(
    async (clock) => {
      const recording = recordingDriver(memoryDriver({ clock }));
      ({ calls } = recording);
      return { storage: recording.driver, close: () => undefined };
    },
    { readAccess: hot.readAccess, insight: false, adminApi: true },
  );
  await world.createPost({ name: "Hello" });
  return { world, calls };
}

/** Returns the calls of one request, grouped by event loop tick. */
async function turnsOf(
  { world, calls }: { world: World; calls: DriverCall[] },
  key: string,
  path: string = hot.path,
): Promise<string[][]> {
  return turnsDuring(calls, () => world.get(path, key));
}

async function turnsDuring(calls: DriverCall[], send: () => Promise<unknown>): Promise<string[][]> {
  calls.length = 0;
  await send();
  // If the key is refused, the other reads may continue after the response.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  const turns = [...new Set(calls.map(({ turn }) => turn))];
  return turns.map((turn) =>
    calls
      .filter((call) => call.turn === turn)
      .map(({ operation }) => operation)
      .toSorted(),
  );
}

describe("round trips to the store", () => {
  it("are one for a single post with a cached key: one commit with reads", async () => {
    const recorded = await openRecorded();
    const { key } = await recorded.world.createKey();
    await recorded.world.get(hot.path, key);
    const [turn = [], ...others] = await turnsOf(recorded, key);
    expect(others).toEqual([]);
    expect(turn.filter((operation) => operation === "commit")).toHaveLength(1);
    expect(turn.filter((operation) => operation === "list")).toEqual([]);
    const { world } = recorded;
    expect((await world.get(hot.path, key)).status).toBe(200);
  });

  it("are two for a key that is not cached", async () => {
    const recorded = await openRecorded();
    const { key } = await recorded.world.createKey();
    const turns = await turnsOf(recorded, key);
    expect(turns).toHaveLength(2);
    expect(turns.flat().filter((operation) => operation === "commit")).toHaveLength(1);
  });

  it.each(["/post/acme/hello", "/post/acme", "/knowledge-base"])(
    "are equal in number and kind for a wrong secret and an unknown id at %s",
    async (path) => {
      const recorded = await openRecorded();
      const { key } = await recorded.world.createKey();
      const unknown = await turnsOf(recorded, withUnknownId(key), path);
      expect(await turnsOf(recorded, withWrongSecret(key), path)).toEqual(unknown);
      await recorded.world.get(hot.path, key);
      expect(await turnsOf(recorded, withWrongSecret(key), path)).toEqual(unknown);
      expect(unknown.flat()).not.toContain("commit");
    },
  );

  it("are zero for a malformed key, and never write for a refused request", async () => {
    const recorded = await openRecorded();
    const { key, id } = await recorded.world.createKey();
    await turnsOf(recorded, "x", "/knowledge-base");
    expect(recorded.calls).toEqual([]);
    await recorded.world.revokeKey(id);
    await recorded.world.api.events.settle();
    expect((await turnsOf(recorded, key)).flat()).not.toContain("commit");
    await expectProblem(await recorded.world.get(hot.path, key), 401, "revoked-key");
  });
});

/** Sends the request of a number to the organization "acme", which has the post "hello", and a post "of-N" for each number. */
type Send = (world: World, key: string, number: number) => Promise<Response>;

const admin =
  (method: string, path: string, body?: object): Send =>
  ({ api }, key, number) => {
    const json = JSON.stringify(body)?.replaceAll("{n}", String(number));
    return sendAdmin({ api }, key, [method, path.replace("{n}", String(number)), json && JSON.parse(json)]);
  };

const sent = { name: "Of {n}", html: "<p>Changed {n}</p>" };

/** Round trips in sequence of each request, of which the process has sent others before. */
const trips: Record<string, [number, Send]> = {
  "PUT of a changed post": [2, admin("PUT", "/posts/hello", { ...sent, tags: ["kept"] })],
  "PUT of Markdown": [2, admin("PUT", "/posts/hello", { markdown: "---\ntitle: Hello\n---\nTo {n}" })],
  "PUT of an unchanged post": [1, admin("PUT", "/posts/of-0", { name: "Of 0", html: "" })],
  "PUT of a new post": [3, admin("PUT", "/posts/new-{n}", sent)],
  "POST of a post": [3, admin("POST", "/posts", { ...sent, slug: "posted-{n}" })],
  "PATCH of a post": [2, admin("PATCH", "/posts/hello", { name: "Hello {n}" })],
  "PATCH of a slug": [3, admin("PATCH", "/posts/of-{n}", { slug: "renamed-{n}" })],
  "DELETE of a post": [4, admin("DELETE", "/posts/of-{n}")],
  "POST of a text by the admin API": [2, admin("POST", "/knowledge-base", { text: "Text {n}" })],
  "PUT of a new text": [3, admin("PUT", "/knowledge-base/new-{n}", { text: "Text {n}" })],
  "PUT of a changed text": [4, admin("PUT", "/knowledge-base/text", { text: "Text {n}" })],
  "POST of a text": [
    2,
    ({ api }, key, number) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const body = JSON.stringify({ text: `Text ${number}` });
      const url = "https://api.example/api/public/v1/knowledge-base";
      return api.fetch(new Request(url, { method: "POST", headers, body }));
    },
  ],
  search: [1, (world, key) => world.get("/search/acme?q=hello", key)],
};

describe("a request with a cached key over a store that takes time", () => {
  it.each(Object.keys(trips))("needs no more round trips than listed: %s", async (name) => {
    const [most, send] = trips[name] ?? [0, admin("GET", "/")];
    const { world, calls } = await openRecorded();
    const { key } = await world.createKey({ role: "owner" });
    for (let number = 0; number < 3; number++) await world.createPost({ name: `Of ${number}`, html: "" });
    const taken: number[] = [];
    for (let number = 1; number < 3; number++) {
      await world.api.events.settle();
      const turns = await turnsDuring(calls, async () => {
        expect((await send(world, key, number)).status).toBeLessThan(300);
      });
      taken.push(turns.length);
    }
    expect(taken[1]).toBe(most);
  });
});

describe("usage", () => {
  it("shows today's requests and the last day, and writes only the count", async () => {
    const recorded = await openRecorded();
    const { world, calls } = recorded;
    const commits = (): number => calls.filter(({ operation }) => operation === "commit").length;
    const { key, id } = await world.createKey();
    const usage = async (): Promise<unknown> => {
      const { requestsToday, lastUsedOn } =
        (await world.api.apiKeys.get({ organizationSlug: "acme", keyId: id })) ?? {};
      return [requestsToday, lastUsedOn];
    };
    expect(await usage()).toEqual([0, undefined]);
    calls.length = 0;
    for (let request = 0; request < 3; request++) await world.get(hot.path, key);
    expect(commits()).toBe(3);
    expect(await usage()).toEqual([3, "2026-06-15"]);
    const listed = await allOf(world.api.apiKeys.iterate("acme"));
    expect(listed).toEqual([expect.objectContaining({ id, requestsToday: 3, lastUsedOn: "2026-06-15" })]);
    world.clock.advance(12 * 3_600_000);
    expect(await usage()).toEqual([0, "2026-06-15"]);
    await world.get("/post/acme/nothing", key);
    expect(await usage()).toEqual([1, "2026-06-16"]);
    world.clock.advance(42 * 86_400_000);
    expect(await usage()).toEqual([0, undefined]);
    expect(commits()).toBe(4);
  });

  it("is shared by keys that were rolled from one another", async () => {
    const { world } = await openRecorded();
    const old = await world.createKey();
    const { key, id } = await world.rollKey(old.id);
    await world.get(hot.path, old.key);
    await world.get(hot.path, key);
    for (const keyId of [old.id, id]) {
      expect(await world.api.apiKeys.get({ organizationSlug: "acme", keyId })).toMatchObject({
        requestsToday: 2,
      });
    }
  });
});

describe("the list of keys", () => {
  it("needs as many round trips for twenty keys as for one", async () => {
    const { world, calls } = await openRecorded();
    const turnsOfList = async (): Promise<number> => {
      calls.length = 0;
      await allOf(world.api.apiKeys.iterate("acme"));
      return new Set(calls.map(({ turn }) => turn)).size;
    };
    const { userId } = await world.createKey();
    const once = await turnsOfList();
    for (let count = 0; count < 20; count++) await world.createKey({ userId });
    expect(await turnsOfList()).toBe(once);
  });

  it("leaves out expired and revoked keys on request", async () => {
    const { world } = await openRecorded();
    const { id, userId } = await world.createKey();
    const expired = await world.createKey({ userId, expiresIn: "1h" });
    const revoked = await world.createKey({ userId });
    await world.revokeKey(revoked.id);
    world.clock.advance(3_600_000);
    const ids = async (options?: { status: "live" }): Promise<string[]> => {
      const listed = (await allOf(world.api.apiKeys.iterate("acme", options))).map((key) => key.id);
      return listed.toSorted();
    };
    expect(await ids()).toEqual([id, expired.id, revoked.id].toSorted());
    expect(await ids({ status: "live" })).toEqual([id]);
  });
});
