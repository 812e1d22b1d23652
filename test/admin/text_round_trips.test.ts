import { describe, expect, it } from "vitest";
import type { AdminActor } from "../../lib/mod.ts";
import { type OpenStorage, World } from "../api/world.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { memoryDriver } from "../slow_memory.ts";
import { untilIdle } from "../until_idle.ts";

describe("a save of a text", () => {
  const calls: string[] = [];
  let isSameTrip = false;
  // The store takes several turns of the event loop, so calls in the same turn are one round trip.
  const counted = <Call extends (...parameters: never[]) => unknown>(name: string, call: Call): Call =>
    ((...parameters) => {
      if (!isSameTrip) calls.push(name);
      isSameTrip = true;
      setImmediate(() => (isSameTrip = false));
      return call(...parameters);
    }) as Call;
  const openCounted: OpenStorage = async (clock) => {
    const driver = memoryDriver({ clock });
    const { atomic } = driver;
    const own = forwardAtomic(atomic, {
      getMany: counted("read", atomic.getMany.bind(atomic)),
      list: counted("list", atomic.list.bind(atomic)),
      commit: counted("commit", atomic.commit.bind(atomic)),
      ...(atomic.query && { query: counted("read", atomic.query.bind(atomic)) }),
    });
    return { storage: { ...driver, atomic: own }, close: () => undefined };
  };
  const world = World.forEachTest(openCounted, { adminApi: true });

  it.each(["draft", "published"] as const)("takes two round trips: %s", async (status) => {
    const { api } = world;
    const { id } = await api.users.create({ name: "Ada" });
    await api.users.addToOrganization(id, { organizationSlug: "acme", role: "editor" });
    const actor = (await api.admin.findActor(id, "acme")) as AdminActor;
    await api.posts.create("acme", { name: "Old", slug: "post", status });
    const address = { actor, slug: "post" };
    const { text } = api.admin.posts;
    const { version } = await text.get(address);
    const save = async (name: string, ifMatch: string): Promise<string> =>
      (await text.save(address, { name, html: "" }, { ifMatch })).version;
    const second = await save("Second", version);
    await untilIdle(api);
    calls.length = 0;
    await save("Third", second);
    expect(calls).toEqual(["read", "commit"]);
  });
});
