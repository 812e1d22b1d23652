import { describe, expect, it } from "vitest";
import { createPublicApi, type InvalidInputError } from "../../lib/mod.ts";
import { expectProblem, World } from "../api/world.ts";
import { askFrom } from "./ask_from.ts";
import { openMemory, storages } from "./storages.ts";

const inside = "203.0.113.7";
const outside = "198.51.100.7";
const networks = ["203.0.113.0/24", "2001:db8::/32"];

describe.each(storages)("the networks of a key on %s", (_name, open) => {
  const world = World.forEachTest(open, { rateLimit: { perDay: 5 } });

  const statusFrom = async (ip: string, key: string): Promise<number> =>
    (await askFrom(world, ip, { key })).status;

  it("refuse other addresses, after the request is counted", async () => {
    const { key, id } = await world.createKey({ networks });
    expect(await statusFrom(inside, key)).toBe(200);
    const refusal = await askFrom(world, outside, { key });
    expect(refusal.headers.get("ratelimit")).toContain('"daily";r=3;');
    await expectProblem(refusal, 403, "address-not-allowed");
    expect(await world.api.apiKeys.get({ organizationSlug: "acme", keyId: id })).toMatchObject({
      networks,
      requestsToday: 2,
    });
    for (let request = 0; request < 3; request++) expect(await statusFrom(outside, key)).toBe(403);
    expect([await statusFrom(outside, key), await statusFrom(inside, key)]).toEqual([429, 429]);
  });

  it("are changed for the next request in every process, and by nobody else", async () => {
    const other = createPublicApi({ storage: world.storage, clock: world.clock, rateLimit: { perDay: 5 } });
    const { key, id } = await world.createKey();
    const fromOther = async (): Promise<number> => (await askFrom({ api: other }, outside, { key })).status;
    expect(await fromOther()).toBe(200);
    const changed = await world.api.apiKeys.update({ organizationSlug: "acme", keyId: id }, { networks });
    expect(changed.networks).toEqual(networks);
    expect(await fromOther()).toBe(403);
    const open = await world.api.apiKeys.update({ organizationSlug: "acme", keyId: id }, { networks: [] });
    expect(open).not.toHaveProperty("networks");
    expect(await fromOther()).toBe(200);
    await expect(
      world.api.apiKeys.update({ organizationSlug: "beta", keyId: id }, { networks: [] }),
    ).rejects.toMatchObject({ name: "NotFoundError" });
  });

  it("go to the key that it is rolled to", async () => {
    const { id } = await world.createKey({ networks });
    const { key } = await world.rollKey(id);
    expect([await statusFrom(inside, key), await statusFrom(outside, key)]).toEqual([200, 403]);
  });
});

describe("the networks of a key", () => {
  it.each([
    ["10.0.0.0/8", "10.255.255.255", 200],
    ["10.0.0.0/8", "11.0.0.0", 403],
    ["10.0.0.0/8", "::ffff:10.0.0.1", 200],
    ["::ffff:10.0.0.0/104", "10.0.0.1", 200],
    ["10.0.0.1", "10.0.0.1", 200],
    ["10.0.0.1", "10.0.0.2", 403],
    ["2001:db8::1", "2001:db8::1", 200],
    ["2001:db8::1", "2001:db8::2", 403],
    ["2001:db8::/32", "2001:db9::1", 403],
    ["0.0.0.0/0", "198.51.100.7", 200],
    ["0.0.0.0/0", "2001:db8::1", 403],
    ["::/0", "198.51.100.7", 403],
    ["::10.0.0.1", "10.0.0.1", 403],
    ["10.0.0.1", "::10.0.0.1", 403],
    ["::10.0.0.0/104", "::10.0.0.1", 200],
    ["fe80::/10", "fe80::1%eth0", 200],
  ])("%s and the address %s give %i", async (network, address, status) => {
    const world = await World.open(openMemory);
    const { key } = await world.createKey({ networks: [network] });
    expect((await askFrom(world, address, { key })).status).toBe(status);
  });

  it("are compared with the address that trusted proxies report", async () => {
    const world = await World.open(openMemory, { trustProxy: ["192.0.2.0/24"] });
    const { key } = await world.createKey({ networks });
    const statusOf = async (peer: string, forwarded: string): Promise<number> =>
      (await askFrom(world, peer, { key, headers: { "x-forwarded-for": forwarded } })).status;
    expect(await statusOf("192.0.2.1", inside)).toBe(200);
    expect(await statusOf("192.0.2.1", `${inside}, ${outside}`)).toBe(403);
    expect(await statusOf(outside, inside)).toBe(403);
  });

  it("refuse every request if the host does not know the client's address", async () => {
    const world = await World.open(openMemory);
    const { key, id } = await world.createKey({ networks: ["0.0.0.0/0", "::/0"] });
    const { detail } = await expectProblem(await world.get("/post/acme", key), 403, "address-not-allowed");
    expect(detail).toContain("does not know your address");
    expect(await world.requestsToday(id)).toBe(1);
  });

  it("come before permissions, and after revocation", async () => {
    const world = await World.open(openMemory);
    const { key, id } = await world.createKey({ networks, role: "viewer" });
    const ask = { key, path: "/knowledge-base" };
    const code = async (ip: string): Promise<unknown> => {
      const problem = (await (await askFrom(world, ip, ask)).json()) as { code: string };
      return problem.code;
    };
    expect([await code(outside), await code(inside)]).toEqual(["address-not-allowed", "missing-permission"]);
    await world.revokeKey(id);
    expect(await code(outside)).toBe("revoked-key");
  });

  it("are stored in canonical form, each once", async () => {
    const world = await World.open(openMemory);
    const input = [
      "10.1.2.3/8",
      " 10.0.0.0/8 ",
      "2001:DB8:0:0::1/32",
      "192.0.2.1",
      "::FFFF:192.0.2.1",
      "::1",
      "::10.0.0.1",
    ];
    expect(await world.createKey({ networks: input })).toMatchObject({
      networks: ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1/32", "::1/128", "::a00:1/128"],
    });
    expect(await world.createKey({ networks: [] })).not.toHaveProperty("networks");
  });

  it.each([
    "10.0.0.0/33",
    "::/129",
    "10.0.0/8",
    "010.0.0.1",
    "::ffff:010.0.0.1",
    "::ffff:0177.0.0.1",
    "::ffff:10.0.0.1.1",
    "10.0.0.0/08",
    "10.0.0.0/",
    "example.com",
    "",
    "fe80::1%eth0",
  ])("cannot be %j, and the error names it", async (network) => {
    const world = await World.open(openMemory);
    const error = await world
      .createKey({ networks: ["10.0.0.0/8", network] })
      .catch((caught: unknown) => caught);
    expect((error as InvalidInputError).fields).toEqual([
      {
        pointer: "/networks/1",
        message: `is "${network}" and must be a network such as 10.0.0.0/8 or 2001:db8::/32, or a single address`,
      },
    ]);
  });

  it("are at most 50", async () => {
    const world = await World.open(openMemory);
    const many = Array.from({ length: 51 }, (_, index) => `10.0.${index}.0/24`);
    expect((await world.createKey({ networks: many.slice(1) })).networks).toHaveLength(50);
    await expect(world.createKey({ networks: many })).rejects.toThrow("must have at most 50 networks");
  });

  it("emit their refusals and changes", async () => {
    const refused: unknown[] = [];
    const world = await World.open(openMemory, {
      hooks: { "key.refused": (event) => void refused.push(event) },
    });
    const { key, id, userId } = await world.createKey({ networks });
    await askFrom(world, outside, { key });
    expect(refused).toEqual([
      { reason: "address-not-allowed", keyId: id, organizationSlug: "acme", userId, address: outside },
    ]);
    const { sequence } = (await world.api.events.list("acme")).events.at(-1) ?? { sequence: 0 };
    const address = { organizationSlug: "acme", keyId: id };
    await world.api.apiKeys.update(address, { networks: [inside], by: userId });
    await world.api.apiKeys.update(address, { networks: [inside], by: userId });
    await world.api.events.settle();
    const { events } = await world.api.events.list("acme", { after: sequence });
    expect(events).toMatchObject([{ type: "key.updated", data: { id, userId } }]);
    const { entries } = await world.api.audit.list("acme");
    expect(entries.filter(({ action }) => action === "key.updated")).toMatchObject([
      { subject: id, by: userId, detail: "203.0.113.7/32" },
    ]);
  });
});
