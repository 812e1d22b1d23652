import { beforeEach, describe, expect, it } from "vitest";
import { createPublicApi, type ListedSession, type PublicApi } from "../../lib/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allSessions } from "../dashboard/all_sessions.ts";
import { ManualClock } from "../manual_clock.ts";

const hour = 3_600_000;
const listed = { start: "listed-session!", end: 'listed-session"' };
const earlier = { start: "session!", end: 'session"' };

let clock: ManualClock;
let storage: ReturnType<typeof memoryDriver>;
let api: PublicApi;
let userId: string;

beforeEach(async () => {
  clock = new ManualClock();
  storage = slowDriver(memoryDriver({ clock }), 3);
  api = createPublicApi({ storage, clock });
  userId = (await api.users.create({ name: "Ada" })).id;
});

/** Starts sessions, a second apart, and returns their ids, the newest first. */
async function start(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    const started = await api.sessions.startFor(userId);
    ids.unshift(api.sessions.idOf(started?.token ?? ""));
    clock.advance(1000);
  }
  return ids;
}

const idsOf = (sessions: readonly ListedSession[]): string[] => sessions.map(({ id }) => id);
const entries = async (range: typeof listed): Promise<string[]> =>
  (await storage.atomic.list(`user!${userId}`, { ...range, limit: 1000 })).map(({ key }) => key);

describe("the list of a user's sessions", () => {
  it("has pages, the newest sign-in first", async () => {
    await start(5);
    await api.sessions.endAll(userId);
    const ids = await start(5);
    const first = await api.sessions.listOfUser(userId, { limit: 2 });
    const second = await api.sessions.listOfUser(userId, { limit: 2, after: first.next ?? "" });
    const third = await api.sessions.listOfUser(userId, { limit: 2, after: second.next ?? "" });
    expect([first, second, third].map(({ sessions }) => idsOf(sessions))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
    expect(third.next).toBeNull();
    await expect(api.sessions.listOfUser(userId, { limit: 101 })).rejects.toThrow(RangeError);
  });

  it("loses ended sessions by itself", async () => {
    const [first = "", ...ids] = await start(4);
    expect(await api.sessions.endOfUser(userId, first)).toBe(true);
    expect(await api.sessions.getOfUser(userId, first)).toBeNull();
    expect(await entries(listed)).toHaveLength(3);
    expect(idsOf(await allSessions(api, userId))).toEqual(ids);
    clock.advance(12 * hour);
    expect(await entries(listed)).toEqual([]);
  });

  it("leaves out sessions that ended because the host has shortened the time without a request", async () => {
    await start(3);
    clock.advance(hour);
    const [id = ""] = await start(1);
    const shorter = createPublicApi({ storage, clock, sessions: { idleSeconds: 1800 } });
    expect(idsOf(await allSessions(shorter, userId))).toEqual([id]);
  });

  it("adopts the entries that an earlier version wrote, also later ones", async () => {
    for (let round = 0; round < 2; round++) {
      await start(150);
      const ids = idsOf(await allSessions(api, userId));
      await age(await entries(listed));
      expect(idsOf(await allSessions(api, userId))).toEqual(ids);
      expect([await entries(earlier), (await entries(listed)).length]).toEqual([[], ids.length]);
    }
  });

  /** Replaces entries by entries of an earlier version, and adds the entry of a session that has ended. */
  async function age(keys: readonly string[]): Promise<void> {
    const found = await storage.atomic.getMany(keys.map((key) => ({ partition: `user!${userId}`, key })));
    const values = found.flatMap((record) => (record === null ? [] : [record.value]));
    const sets = values.map((value) => ({ key: `session!${(value["data"] as { id: string }).id}`, value }));
    const id = "f".repeat(64);
    const ended = { key: `session!${id}`, value: { ...values[0], data: { id } } };
    await storage.atomic.commit(`user!${userId}`, { deletes: keys, sets: [...sets, ended] });
  }

  it("leaves the store with the user", async () => {
    await start(3);
    await age((await entries(listed)).slice(1));
    await api.users.delete(userId);
    expect([await entries(listed), await entries(earlier)]).toEqual([[], []]);
  });
});
