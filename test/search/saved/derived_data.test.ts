import { expect, it } from "vitest";
import { exportRecords, inspectStore, migrateStore } from "../../../lib/moving/entry.ts";
import { memoryDriver } from "../../../storage-drivers/memory.ts";
import { openMemory } from "../../access/storages.ts";
import { SavedWorld } from "./saved_world.ts";
import { allOf } from "../../async_items.ts";

it("a saved index is in no export and no migration, and the doctor accepts it", async () => {
  const world = await SavedWorld.open(openMemory);
  await world.search("first ");
  await world.api.events.settle();
  expect(await world.savedKeys()).toContain("search-index!posts");

  const findings = await allOf(inspectStore(world.driver));
  expect(findings).toEqual([]);

  const types = new Set<string>();
  for await (const record of exportRecords(world.driver, { withHashes: true })) types.add(record.type);
  expect([...types].toSorted()).toEqual(["end", "header", "insight", "organization", "post"]);

  const target = memoryDriver({ clock: world.clock });
  const { clock } = world;
  const { isComplete } = await migrateStore(world.driver, target, { sourceName: "source", clock });
  expect(isComplete).toBe(true);
  expect(await target.atomic.list("org!acme", { start: "search-", end: "search.", limit: 1 })).toEqual([]);
});
