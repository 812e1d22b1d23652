import { describe, expect, it } from "vitest";
import { type AtomicDriver, createPublicApi } from "../../lib/mod.ts";
import { exportRecords, importRecords } from "../../lib/moving/entry.ts";
import { parseRecords } from "../../lib/moving/mod.ts";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { allOf, each } from "../async_items.ts";
import { expectProblem, World } from "../api/world.ts";
import { openMemory, storages } from "./storages.ts";

describe.each(storages)("a disabled key on %s", (_name, open) => {
  const world = World.forEachTest(open, { rateLimit: { perDay: 5 } });

  it("is refused in every process from the next request on, without a count, until it is enabled", async () => {
    const other = createPublicApi({ storage: world.storage, clock: world.clock, rateLimit: { perDay: 5 } });
    const { key, id } = await world.createKey();
    const address = { organizationSlug: "acme", keyId: id };
    const request = (): Request =>
      new Request("http://localhost/api/public/v1/post/acme", { headers: { "x-api-key": key } });
    expect((await other.fetch(request())).status).toBe(200);
    const { disabledAt } = await world.api.apiKeys.update(address, { isDisabled: true });
    expect(disabledAt).toBe(new Date(world.clock.now()).toISOString());
    await expectProblem(await other.fetch(request()), 401, "disabled-key");
    await expectProblem(await world.get("/post/acme", key), 401, "disabled-key");
    expect(await world.requestsToday(id)).toBe(1);
    world.clock.advance(1000);
    expect(await world.api.apiKeys.update(address, { isDisabled: true })).toMatchObject({ disabledAt });
    expect((await world.api.apiKeys.list("acme", { status: "live" })).keys).toMatchObject([{ disabledAt }]);
    expect(await world.api.apiKeys.update(address, { isDisabled: false })).not.toHaveProperty("disabledAt");
    expect((await other.fetch(request())).status).toBe(200);
  });

  it("gets events and audit entries, each once", async () => {
    const { id } = await world.createKey();
    const address = { organizationSlug: "acme", keyId: id };
    await world.api.events.deliver();
    const { last } = await world.api.events.list("acme", { after: 0 });
    for (const isDisabled of [true, true, false, false]) {
      world.clock.advance(1000);
      await world.api.apiKeys.update(address, { isDisabled, by: "ada" });
    }
    await world.api.events.deliver();
    const { events } = await world.api.events.list("acme", { after: last });
    expect(events).toMatchObject([
      { type: "key.disabled", data: { id } },
      { type: "key.enabled", data: { id } },
    ]);
    const { entries } = await world.api.audit.list("acme", { by: "ada" });
    expect(entries).toMatchObject([
      { action: "key.enabled", subject: id },
      { action: "key.disabled", subject: id },
    ]);
  });

  it("has the limit of its changes", async () => {
    const { key, id } = await world.createKey();
    const address = { organizationSlug: "acme", keyId: id };
    const limitOf = async (): Promise<string | null> =>
      (await world.get("/post/acme", key)).headers.get("ratelimit-policy");
    expect(await limitOf()).toContain("q=5;");
    await world.api.apiKeys.update(address, { rateLimit: { perDay: 3 }, networks: [] });
    expect(await limitOf()).toContain("q=3;");
    world.clock.advance(1000);
    await world.api.apiKeys.update(address, { rateLimit: null });
    expect(await limitOf()).toContain("q=5;");
    const { entries } = await world.api.audit.list("acme", { kind: "key" });
    expect(entries.map(({ detail }) => detail).filter((detail) => detail !== undefined)).toEqual([
      "the default limit",
      "3 requests a day",
    ]);
  });
});

describe("a disabled key", () => {
  const world = World.forEachTest(openMemory);

  it("expires and is revoked like others, which its refusal then says", async () => {
    const { key, id } = await world.createKey({ expiresIn: "1h" });
    const address = { organizationSlug: "acme", keyId: id };
    await world.api.apiKeys.update(address, { isDisabled: true });
    world.clock.advance(3_600_000);
    await expectProblem(await world.get("/post/acme", key), 401, "expired-key");
    await world.revokeKey(id);
    await expectProblem(await world.get("/post/acme", key), 401, "revoked-key");
    await expect(world.api.apiKeys.update(address, { isDisabled: false })).rejects.toThrow(
      "is revoked or has expired",
    );
  });

  it("is disabled in a copy of the store, and stays so after an import of an earlier export", async () => {
    const { key, id } = await world.createKey();
    const { clock } = world;
    const storage = world.storage as AtomicDriver;
    const earlier = await allOf(exportRecords(storage, { withHashes: true, clock }));
    await world.api.apiKeys.update({ organizationSlug: "acme", keyId: id }, { isDisabled: true });
    const now = exportRecords(storage, { withHashes: true, clock });
    const copy = memoryDriver({ clock });
    await importRecords(
      copy,
      parseRecords(each((await allOf(now)).map((one) => JSON.stringify(one) + "\n"))),
      { clock },
    );
    const request = new Request("http://localhost/api/public/v1/post/acme", {
      headers: { "x-api-key": key },
    });
    await expectProblem(await createPublicApi({ storage: copy, clock }).fetch(request), 401, "disabled-key");
    await importRecords(storage, each(earlier), { clock });
    await expectProblem(await world.get("/post/acme", key), 401, "disabled-key");
  });

  it("cannot be rolled", async () => {
    const { id } = await world.createKey();
    await world.api.apiKeys.update({ organizationSlug: "acme", keyId: id }, { isDisabled: true });
    await expect(world.rollKey(id)).rejects.toThrow("is disabled. Enable it first");
  });
});
