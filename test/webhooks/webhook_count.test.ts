import { beforeEach, describe, expect, it } from "vitest";
import { describeFinding, inspectStore, repairStore, upgradeStore } from "../../lib/moving/entry.ts";
import { type ContentSource, createPublicApi, type PublicApi, TooManyWebhooksError } from "../../lib/mod.ts";
import type { AtomicDriver } from "../../lib/store/mod.ts";
import { slowDriver } from "../../lib/store/testing/mod.ts";
import { allOf } from "../async_items.ts";
import { forwardAtomic } from "../forward_atomic.ts";
import { hostOrganization } from "../host_organization.ts";
import { secret, setUp, type Setup, url } from "./_receiver.ts";

const counter = { partition: "org!acme", key: "webhook-count" };
const most = 50;

let setup: Setup;
let api: PublicApi;

beforeEach(async () => {
  setup = await setUp();
  ({ api } = setup);
});

/** Opens an API that changes webhooks like the version before the counter. */
function openEarlier({ driver, clock }: Setup): PublicApi {
  const atomic = forwardAtomic(driver.atomic, {
    commit: async (partition, { checks = [], sums: _sums, ...changes }) =>
      driver.atomic.commit(partition, {
        ...changes,
        checks: checks.filter(({ key }) => key !== counter.key),
      }),
  });
  return createPublicApi({ storage: { ...driver, atomic }, clock, secret });
}

async function create(by: PublicApi, count: number): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: count }, async () => by.webhooks.create("acme", { url })),
  );
  return created.map(({ id }) => id);
}

async function remove(by: PublicApi, ids: readonly string[]): Promise<void> {
  for (const webhookId of ids) await by.webhooks.delete({ organizationSlug: "acme", webhookId });
}

async function counted(): Promise<unknown> {
  const [found] = await setup.driver.atomic.getMany([counter]);
  return found?.value["sum"];
}

const findings = async (): Promise<string[]> =>
  (await allOf(inspectStore(setup.driver))).map(
    (finding) => `${finding.problem}: ${describeFinding(finding)}`,
  );

/** Removes the counter, and the mark of the store's version, so that the upgrade runs each step. */
async function age(): Promise<void> {
  await setup.driver.atomic.commit("store", { deletes: ["schema"] });
  await setup.driver.atomic.commit(counter.partition, { deletes: [counter.key] });
}

describe("webhooks that the version before wrote", () => {
  it("are counted by the upgrade, also if it is interrupted, and all of them are listed", async () => {
    const ids = await create(openEarlier(setup), 2 * most + 20);
    await age();
    const { driver } = setup;
    let commits = 0;
    let isDone = false;
    for (let allowed = 0; !isDone; allowed++) {
      commits = 0;
      const commit: typeof driver.atomic.commit = (partition, changes) => {
        if (commits++ >= allowed) throw new Error("killed");
        return driver.atomic.commit(partition, changes);
      };
      const storage = { ...driver, atomic: forwardAtomic(driver.atomic, { commit }) };
      isDone = await upgradeStore(storage).then(
        () => true,
        () => false,
      );
    }
    expect(await counted()).toBe(ids.length);
    expect(await findings()).toEqual([]);
    expect((await allOf(api.webhooks.iterate("acme"))).map(({ id }) => id)).toEqual(ids.toSorted());
    await expect(create(api, 1)).rejects.toThrow(TooManyWebhooksError);
    await remove(api, ids.slice(most - 1));
    await create(api, 1);
    await expect(create(api, 1)).rejects.toThrow(TooManyWebhooksError);
    expect(await findings()).toEqual([]);
  });

  it("are counted by the first change, if the upgrade has not counted them yet", async () => {
    const ids = await create(openEarlier(setup), most);
    await age();
    await expect(create(api, 1)).rejects.toThrow(TooManyWebhooksError);
    await age();
    await remove(api, ids.slice(0, 1));
    expect(await counted()).toBe(most - 1);
  });
});

describe("the number of webhooks", () => {
  it("is corrected when it refuses a webhook, after the version before has deleted some", async () => {
    const ids = await create(api, most);
    await remove(openEarlier(setup), ids.slice(0, 3));
    expect(await counted()).toBe(most);
    expect((await create(api, 3)).length).toBe(3);
    await expect(create(api, 1)).rejects.toThrow(TooManyWebhooksError);
    expect(await findings()).toEqual([]);
  });

  it.each([
    ["too low", 3, 2],
    ["missing", 0, 2],
  ])("is found and repaired if it is %s", async (_case, present, earlier) => {
    if (present > 0) await create(api, present);
    await create(openEarlier(setup), earlier);
    const records = present + earlier;
    const finding = `miscounted: org!acme webhook-count differs from ${records}, the sum of the records that it counts`;
    expect(await findings()).toEqual([finding]);
    const storage = setup.driver;
    const summary = await repairStore(storage, { clock: setup.clock, setAside: () => undefined });
    expect(summary).toEqual({ rebuilt: 1, restored: 0, setAside: 0, left: 0 });
    expect([await counted(), await findings()]).toEqual([records, []]);
  });

  it("has no finding while webhooks are created and deleted", async () => {
    const storage: AtomicDriver = slowDriver(setup.driver, 3);
    const busy = createPublicApi({ storage, clock: setup.clock, secret });
    const ids = await create(busy, 20);
    const changing = Promise.all([create(busy, 10), remove(busy, ids)]);
    const state = { isChanging: true };
    void changing.finally(() => (state.isChanging = false));
    const found: unknown[] = [];
    while (state.isChanging) found.push(...(await allOf(inspectStore(storage))));
    await changing;
    expect([found, await counted()]).toEqual([[], 10]);
  });

  it("limits the webhooks of a host's own organization, too", async () => {
    const content: ContentSource = {
      findOrganization: async (slug) => ({ ...hostOrganization, slug }),
      getPost: async () => null,
      listPosts: async () => ({ posts: [], next: null }),
    };
    const { driver: storage, clock } = await setUp();
    const host = createPublicApi({ storage, clock, secret, content });
    const results = await Promise.allSettled(
      Array.from({ length: 3 * most }, async () => host.webhooks.create("theirs", { url })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(most);
    expect(await allOf(host.webhooks.iterate("theirs"))).toHaveLength(most);
  });

  it("leaves no record of a refused webhook, and no number of a deleted organization", async () => {
    await create(api, most);
    await expect(create(api, 1)).rejects.toThrow(TooManyWebhooksError);
    const states = await setup.driver.atomic.list("webhooks!acme", { limit: 1000 });
    expect(states.filter(({ key }) => key.startsWith("state!"))).toHaveLength(most);
    await api.organizations.delete("acme");
    expect(await counted()).toBeUndefined();
  });
});
