import { describe, expect, it } from "vitest";
import { encodeKey } from "../../lib/store/mod.ts";
import { exportRecords, importRecords, repairStore, upgradeStore } from "../../lib/moving/entry.ts";
import { allOf, each } from "../async_items.ts";
import { createTwin } from "./create_twin.ts";
import { partition, MembersWorld } from "./members_world.ts";

const acts: Record<string, (world: MembersWorld) => Promise<unknown>> = {
  "list members": async (world) => world.admin.list(await world.actor(), { limit: 10 }),
  "search members": async (world) => world.admin.list(await world.actor(), { limit: 10, search: "person" }),
  "find a member": async (world) => world.admin.list(await world.actor(), { search: "p3@acme" }),
  "list invitations": async (world) => world.admin.listInvitations(await world.actor(), { limit: 10 }),
  "invite an address": async (world) =>
    world.admin.add(await world.actor(), { email: "new@acme.example", role: "author" }),
  "revoke an invitation": async (world) => {
    const actor = await world.actor();
    const { invitations } = await world.admin.listInvitations(actor, { limit: 1 });
    await world.admin.revokeInvitation({ actor, id: invitations[0]?.id ?? "" });
  },
  "refuse to remove the last owner": async (world) => {
    const actor = await world.actor();
    await expect(world.admin.remove({ actor, userId: world.ownerId })).rejects.toThrow("last owner");
  },
  "refuse to delete the last owner": async (world) =>
    expect(world.api.users.delete(world.ownerId)).rejects.toThrow("last owner"),
  "show a member": async (world) => world.admin.get({ actor: await world.actor(), userId: world.ownerId }),
};

it("reads as many records with 30 members and invitations as with 300", async () => {
  const reads: Record<string, number>[] = [];
  for (const count of [30, 300]) {
    const world = await MembersWorld.open();
    await world.fill(count);
    const found: Record<string, number> = {};
    for (const [name, act] of Object.entries(acts)) {
      world.read = 0;
      await act(world);
      found[name] = world.read;
      await world.api.events.settle();
    }
    reads.push(found);
  }
  expect(reads[1]).toEqual(reads[0]);
  expect(reads[0]).toMatchObject({ "list members": expect.any(Number) });
  expect(Object.values(reads[1] ?? {}).filter((count) => count > 60)).toEqual([]);
});

describe("the list of members", () => {
  it("is sorted by name, ignoring case and accents, and each page continues the one before", async () => {
    const world = await MembersWorld.open();
    for (const name of ["zoe", "Émile", "adam", "Eve", "Émile", "山田太郎"]) await world.join(name);
    const sorted = ["adam", "Émile", "Émile", "Eve", "Olga Owner", "zoe", "山田太郎"];
    for (const limit of [1, 2, 3, 100]) expect(await world.members("", limit)).toEqual(sorted);
  });

  const people = {
    "Ann-Marie O'Brien": { email: "annie.ob+x@mail.example" },
    "Анна Каренина": { id: "karenina.1877" },
    山田太郎: { email: "taro@jp.example" },
    "מרים כהן": {},
    "İlker Öz": { role: "viewer" },
    "🎉 Party": { email: "UPPER@CASE.example" },
    "Person Owner": {},
  } as const;
  const searches: [search: string, found: readonly (keyof typeof people | "Olga Owner")[]][] = [
    ["ann", ["Ann-Marie O'Brien"]],
    ["MARIE", ["Ann-Marie O'Brien"]],
    ["brien o'br", ["Ann-Marie O'Brien"]],
    ["(ann), brien!", ["Ann-Marie O'Brien"]],
    ["arie", []],
    ["annie.ob", ["Ann-Marie O'Brien"]],
    ["annie.ob+x@mail.example", ["Ann-Marie O'Brien"]],
    ["@mail.example", ["Ann-Marie O'Brien"]],
    ["annie.ob+x@mail.examples", []],
    ["кар", ["Анна Каренина"]],
    ["КАРЕНИНА анна", ["Анна Каренина"]],
    ["karenina.18", ["Анна Каренина"]],
    ["1877", ["Анна Каренина"]],
    ["太郎", ["山田太郎"]],
    ["山", ["山田太郎"]],
    ["כהן", ["מרים כהן"]],
    ["ilker oz", ["İlker Öz"]],
    ["viewer", ["İlker Öz"]],
    ["🎉", ["🎉 Party"]],
    ["upper@case", ["🎉 Party"]],
    ["owner", ["Olga Owner", "Person Owner"]],
    ["nobody", []],
    ["ann nobody", []],
  ];

  it("finds words of the name, the id and the address, and roles", async () => {
    const world = await MembersWorld.open();
    for (const [name, user] of Object.entries(people)) await world.join(name, user);
    const found: typeof searches = [];
    for (const [search] of searches) {
      found.push([search, (await world.members(search, 1)).toSorted() as (keyof typeof people)[]]);
    }
    expect(found).toEqual(searches);
  });

  it("shows a member whose name was changed by a process of an earlier version, once", async () => {
    const world = await MembersWorld.open();
    for (const name of ["Bea", "Cleo", "Dora"]) await world.join(name);
    const id = await world.join("Alma");
    await world.members();
    for (const name of ["Zora", "Aaron"]) {
      await world.renameBehind(id, name);
      const others = ["Bea", "Cleo", "Dora", "Olga Owner"];
      expect((await world.members("", 2)).toSorted()).toEqual([...others, name].toSorted());
      expect(await world.members("", 2)).toEqual([...others, name].toSorted());
      expect([await world.members("alma"), await world.members(name)]).toEqual([[], [name]]);
    }
  });

  it("leaves out a member who was removed by a process of an earlier version", async () => {
    const world = await MembersWorld.open();
    const id = await world.join("Alma");
    await world.members();
    await world.storage.atomic.commit(partition, { deletes: [encodeKey(["member", id])] });
    expect([await world.members("alma"), await world.members()]).toEqual([[], ["Olga Owner"]]);
    expect((await world.indexKeys()).filter((key) => key.startsWith("member-by!name"))).toHaveLength(1);
  });

  it("has a member of a process of an earlier version after a repair", async () => {
    const world = await MembersWorld.open();
    await world.members();
    const { id } = await world.api.users.create({ name: "Alma" });
    await world.joinBehind(id, "editor");
    const { storage, clock } = world;
    await repairStore(storage, { setAside: () => undefined, clock });
    expect([await world.members("alma"), await world.members()]).toEqual([["Alma"], ["Alma", "Olga Owner"]]);
  });

  it.each([0, 101, 1.5])("refuses %s entries", async (limit) => {
    const world = await MembersWorld.open();
    const actor = await world.actor();
    await expect(world.admin.list(actor, { limit })).rejects.toThrow(RangeError);
    await expect(world.admin.listInvitations(actor, { limit })).rejects.toThrow(RangeError);
  });
});

/** Changes of members, users and invitations, after which the indexes must be complete. */
const changes: Record<string, (world: MembersWorld, userId: string) => Promise<unknown>> = {
  "adding a member": async (world) => world.join("Cleo", { email: "cleo@acme.example" }),
  "changing a role": async (world, userId) =>
    world.admin.changeRole({ actor: await world.actor(), userId }, "owner"),
  "adding a member again": async ({ api }, userId) =>
    api.users.addToOrganization(userId, { organizationSlug: "acme", role: "viewer" }),
  "removing a member": async (world, userId) => world.admin.remove({ actor: await world.actor(), userId }),
  "removing a user": async ({ api }, userId) =>
    api.users.removeFromOrganization({ userId, organizationSlug: "acme" }),
  "disabling a user": async ({ api }, userId) => api.users.setStatus(userId, "disabled"),
  "deleting a user": async ({ api }, userId) => api.users.delete(userId),
  "merging a member into another user": async ({ api, storage }, from) => {
    const { id: into } = await createTwin(storage, { name: "Twin", email: "twin@acme.example" });
    await api.users.merge({ from, into });
  },
  "merging a user into a member": async ({ api, storage, ...world }, into) => {
    const { id: from } = await createTwin(storage, { name: "Twin", email: "twin@acme.example" });
    await api.users.addToOrganization(from, { organizationSlug: "acme", role: "owner" });
    await api.users.merge({ from, into });
    expect(world.ownerId).not.toBe(into);
  },
  "an import that renames a user and changes the role": async ({ api, storage, clock }, userId) => {
    const records = await allOf(exportRecords(storage, { clock }));
    await api.users.addToOrganization(userId, { organizationSlug: "acme", role: "owner" });
    const renamed = records.map((record) => {
      if (record.type !== "user" || record.user.id !== userId) return record;
      return { ...record, user: { ...record.user, name: "Renamed", email: "renamed@acme.example" } };
    });
    await importRecords(storage, each(renamed), { clock });
  },
  "replacing an invitation": async ({ api }) =>
    api.invitations.create("acme", { email: "bob@acme.example", role: "viewer" }),
  "accepting an invitation": async ({ api }) => {
    const { id: userId } = await api.users.create({ name: "Bob", email: "bob@acme.example" });
    const [invitation] = await api.invitations.allOfUser(userId);
    await api.invitations.accept(userId, invitation ?? { organizationSlug: "", id: "" });
  },
  "declining an invitation": async ({ api }) => {
    const { id: userId } = await api.users.create({ name: "Bob", email: "bob@acme.example" });
    const [invitation] = await api.invitations.allOfUser(userId);
    await api.invitations.decline(userId, invitation ?? { organizationSlug: "", id: "" });
  },
  "revoking an invitation": async (world) => {
    const actor = await world.actor();
    const { invitations } = await world.admin.listInvitations(actor);
    await world.admin.revokeInvitation({ actor, id: invitations[0]?.id ?? "" });
  },
  "the end of an invitation": async ({ clock }) => clock.advance(8 * 86_400_000),
};

it.each(Object.entries(changes))("the indexes are complete after %s", async (_name, change) => {
  const world = await MembersWorld.open();
  await world.members();
  const userId = await world.join("Alma Mater", { email: "alma@acme.example" });
  await world.api.invitations.create("acme", { email: "bob@acme.example", role: "editor" });
  await change(world, userId);
  const kept = await world.indexKeys();
  await world.removeIndexes();
  await world.members();
  expect(kept).toEqual(await world.indexKeys());
});

describe("a store without the indexes", () => {
  const upgrades: Record<string, (world: MembersWorld) => Promise<void>> = {
    "the upgrade": async ({ storage, clock }) => {
      await storage.atomic.commit("store", { sets: [{ key: "schema", value: { version: 2 } }] });
      await upgradeStore(storage, { clock });
    },
    "the first list": async (world) => void (await world.members()),
  };

  it.each(Object.entries(upgrades))("gets them by %s", async (_name, upgrade) => {
    const world = await MembersWorld.open();
    await world.fill(25);
    const lists = [await world.members(), await world.members("p2"), await world.invited()];
    const kept = await world.indexKeys();
    await world.removeIndexes();
    await upgrade(world);
    expect(await world.indexKeys()).toEqual(kept);
    expect([await world.members(), await world.members("p2"), await world.invited()]).toEqual(lists);
  });

  it("finds the other owner", async () => {
    const world = await MembersWorld.open();
    const other = await world.join("Otto", { role: "owner" });
    await world.removeIndexes();
    const actor = await world.actor();
    await world.admin.remove({ actor, userId: other });
    await expect(world.admin.remove({ actor, userId: world.ownerId })).rejects.toThrow("last owner");
  });
});

/** Members that cannot take the place of the last owner. */
const noOwners: Record<string, (world: MembersWorld) => Promise<unknown>> = {
  "a viewer named Owner": (world) => world.join("Owner owner", { role: "viewer" }),
  "a former owner": async (world) => {
    const userId = await world.join("Otto Owner", { role: "owner" });
    await world.admin.changeRole({ actor: await world.actor(), userId }, "viewer");
  },
  "a disabled owner": async (world) => {
    const userId = await world.join("Otto", { role: "owner" });
    await world.api.users.setStatus(userId, "disabled");
  },
};

it.each(Object.entries(noOwners))("does not remove the last owner beside %s", async (_name, join) => {
  const world = await MembersWorld.open();
  await join(world);
  const actor = await world.actor();
  await expect(world.admin.remove({ actor, userId: world.ownerId })).rejects.toThrow("last owner");
  await expect(world.api.users.delete(world.ownerId)).rejects.toThrow("last owner");
});

it("removes and deletes many owners at the same time, except the last", async () => {
  const world = await MembersWorld.open();
  const owners: string[] = [];
  for (let number = 0; number < 24; number++)
    owners.push(await world.join(`Owner ${number}`, { role: "owner" }));
  const actor = await world.actor();
  const ends = owners.map((userId, index) =>
    index % 2 === 0 ? world.admin.remove({ actor, userId }) : world.api.users.delete(userId),
  );
  await Promise.all(ends);
  expect(await world.members()).toEqual(["Olga Owner"]);
  expect((await world.indexKeys()).filter((key) => key.includes("owner"))).toHaveLength(2);
});

it("lists the pending invitations, the latest first, without those that have ended", async () => {
  const world = await MembersWorld.open();
  const addresses: string[] = [];
  for (let number = 0; number < 20; number++) {
    const email = `i${number}@acme.example`;
    const expiresIn = number % 2 === 0 ? "1d" : "2d";
    await world.api.invitations.create("acme", { email, role: "viewer", expiresIn });
    world.clock.advance(1000);
    addresses.unshift(email);
  }
  expect(await world.invited(3)).toEqual(addresses);
  world.clock.advance(86_400_000);
  expect(await world.invited(3)).toEqual(addresses.filter((_email, index) => index % 2 === 0));
});
