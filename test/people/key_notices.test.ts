import { describe, expect, it } from "vitest";
import { ManualClock } from "../manual_clock.ts";
import { memoryDriver } from "../slow_memory.ts";
import { untilIdle } from "../until_idle.ts";
import { addOrganization, openWithMail, type PeopleWorld } from "./people_world.ts";

describe("notices of keys that expire", () => {
  const day = 86_400_000;
  async function openWithKey(): Promise<{ world: PeopleWorld; userId: string }> {
    const world = openWithMail();
    const userId = await addOrganization(world, "acme");
    await world.api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Site", expiresIn: "30d" });
    await untilIdle(world.api);
    return { world, userId };
  }

  it("are mailed 14 days and a day before, each once, by whichever process works", async () => {
    const { world } = await openWithKey();
    expect(world.mails).toEqual([]);
    world.clock.advance(16 * day + 1);
    await Promise.all([untilIdle(world.api), untilIdle(world.api)]);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toMatchObject({
      kind: "key-expiry",
      to: "owner@acme.example",
      subject: 'The API key "Site" expires on 2026-07-15',
    });
    world.clock.advance(12 * day);
    await untilIdle(world.api);
    expect(world.mails).toHaveLength(1);
    world.clock.advance(day);
    await untilIdle(world.api);
    expect(world.mails).toHaveLength(2);
    world.clock.advance(3 * day);
    await untilIdle(world.api);
    expect(world.mails).toHaveLength(2);
  });

  it("go to the owners if the user of the key has no address", async () => {
    const world = openWithMail();
    await addOrganization(world, "acme");
    const { id: userId } = await world.api.users.create({ name: "Robot" });
    await world.api.users.addToOrganization(userId, { organizationSlug: "acme", role: "editor" });
    await world.api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Site", expiresIn: "30d" });
    world.clock.advance(17 * day);
    await untilIdle(world.api);
    expect(world.mails.map(({ to }) => to)).toEqual(["owner@acme.example"]);
  });

  it("are mailed once to each owner, also if the address of another owner is refused", async () => {
    const sent: string[] = [];
    const world = openWithMail({
      mail: ({ to }) => {
        if (to === "gone@acme.example") throw new Error("550 mailbox unavailable");
        sent.push(to);
      },
    });
    await addOrganization(world, "acme");
    const add = async (role: "owner" | "editor", email?: string): Promise<string> => {
      const { id } = await world.api.users.create({ name: "Member", ...(email !== undefined && { email }) });
      await world.api.users.addToOrganization(id, { organizationSlug: "acme", role });
      return id;
    };
    await add("owner", "gone@acme.example");
    await add("owner", "second@acme.example");
    const userId = await add("editor");
    await world.api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Site", expiresIn: "30d" });
    world.clock.advance(17 * day);
    for (let round = 0; round < 3; round++) {
      await untilIdle(world.api);
      world.clock.advance(3_600_000);
    }
    expect(sent.toSorted()).toEqual(["owner@acme.example", "second@acme.example"]);
    expect(world.errors).toHaveLength(1);
  });

  it("are not mailed of keys that were revoked, rolled, or made for a shorter time", async () => {
    const world = openWithMail();
    const userId = await addOrganization(world, "acme");
    const base = { organizationSlug: "acme", userId };
    const revoked = await world.api.apiKeys.generate({ ...base, name: "Revoked", expiresIn: "30d" });
    await world.api.apiKeys.revoke({ organizationSlug: "acme", keyId: revoked.id });
    await world.api.apiKeys.generate({ ...base, name: "Short", expiresIn: "7d" });
    world.clock.advance(day);
    await untilIdle(world.api);
    expect(world.mails).toEqual([]);
    world.clock.advance(5 * day + 1);
    await untilIdle(world.api);
    expect(world.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('"Short"')]);
    world.clock.advance(11 * day);
    await untilIdle(world.api);
    expect(world.mails).toHaveLength(1);
  });

  it("are mailed later if mail fails", async () => {
    let isBroken = true;
    const sent: string[] = [];
    const world = openWithMail({
      mail: ({ to }) => {
        if (isBroken) throw new Error("no connection");
        sent.push(to);
      },
    });
    const userId = await addOrganization(world, "acme");
    await world.api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Site", expiresIn: "30d" });
    world.clock.advance(17 * day);
    await untilIdle(world.api);
    expect([sent, world.errors.length]).toEqual([[], 1]);
    isBroken = false;
    world.clock.advance(1_800_000);
    await untilIdle(world.api);
    expect(sent).toEqual(["owner@acme.example"]);
  });

  it("are mailed again after the process ended while it mailed them, and then once", async () => {
    const clock = new ManualClock();
    const storage = memoryDriver({ clock });
    let hasBegun = (): void => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const ended = openWithMail({
      storage,
      clock,
      mail: () => {
        hasBegun();
        return new Promise(() => undefined);
      },
    });
    const userId = await addOrganization(ended, "acme");
    await ended.api.apiKeys.generate({ organizationSlug: "acme", userId, name: "Site", expiresIn: "30d" });
    clock.advance(17 * day);
    void ended.api.events.deliver();
    await begun;
    const next = openWithMail({ storage, clock });
    await untilIdle(next.api);
    expect(next.mails).toEqual([]);
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(3_600_000);
      await untilIdle(next.api);
    }
    expect(next.mails.map(({ to }) => to)).toEqual(["owner@acme.example"]);
  });
});
