import { expect, it } from "vitest";
import { createPublicApi } from "../../lib/mod.ts";
import { exportRecords, importRecords, migrateStore } from "../../lib/moving/entry.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { ManualClock } from "../manual_clock.ts";
import { allOf, each } from "../async_items.ts";

it("moves pending invitations, which users can accept in the new store until they expire", async () => {
  const clock = new ManualClock();
  const source = memoryDriver({ clock });
  const api = createPublicApi({ storage: source, clock });
  await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
  const { id: bob } = await api.users.create({ name: "Bob", email: "bob@acme.example" });
  const invitation = await api.invitations.create("acme", { email: "BOB@acme.example", role: "editor" });
  await api.invitations.create("acme", { userId: bob, role: "viewer", expiresIn: "1d" });
  clock.advance(86_400_000 / 2);
  const records = await allOf(exportRecords(source, { clock }));
  expect(records.filter(({ type }) => type === "invitation")).toHaveLength(2);

  const migrated = memoryDriver({ clock });
  const { differences } = await migrateStore(source, migrated, { sourceName: "memory", clock });
  expect(differences).toEqual([]);
  const there = createPublicApi({ storage: migrated, clock });
  expect(await allOf(there.invitations.iterate("acme"))).toEqual(
    await allOf(api.invitations.iterate("acme")),
  );

  clock.advance(86_400_000);
  const target = memoryDriver({ clock });
  const summary = await importRecords(target, each(records), { clock });
  expect(summary.types.invitation).toEqual({ created: 1, updated: 0, unchanged: 1 });
  const moved = createPublicApi({ storage: target, clock });
  expect(await allOf(moved.invitations.iterate("acme"))).toEqual([invitation]);
  const again = await importRecords(target, each(records), { clock });
  expect(again.created).toBe(0);
  await moved.invitations.accept(bob, { organizationSlug: "acme", id: invitation.id });
  expect(await allOf(moved.users.iterateMembers("acme"))).toEqual([{ userId: bob, role: "editor" }]);
});
