import { describe, expect, it } from "vitest";
import { memoryDriver } from "../../storage-drivers/memory.ts";
import { createPublicApi, type TrustProxy } from "../../lib/mod.ts";
import { World } from "../api/world.ts";
import { askFrom } from "./ask_from.ts";
import { recordedHooks } from "./recorded_hooks.ts";
import { openMemory } from "./storages.ts";

/** Returns the client address in the event of a refused key. */
async function addressOf(
  trustProxy: TrustProxy,
  peer: string,
  forwarded?: string,
): Promise<string | undefined> {
  const { hooks, told } = recordedHooks();
  const world = await World.open(openMemory, { trustProxy, hooks });
  const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  await askFrom(world, peer, { key: "x", headers });
  const [, event] = told.at(-1) ?? [];
  return event !== undefined && "address" in event ? event.address : undefined;
}

const nets = ["10.0.0.0/8", "fd00::/8", "192.0.2.1"];

describe("the client's address", () => {
  it.each<[trust: TrustProxy, peer: string, forwarded: string | undefined, client: string | undefined]>([
    // No trusted proxies.
    [false, "203.0.113.7", undefined, "203.0.113.7"],
    [false, "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    [false, "10.0.0.1", "198.51.100.1", "10.0.0.1"],
    [false, "", "198.51.100.1", undefined],
    // A number of proxies. The client may have forged the entries to the left of theirs.
    [1, "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [1, "10.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    [2, "10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    [2, "10.0.0.1", "garbage, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    [1, "10.0.0.1", undefined, "10.0.0.1"],
    [3, "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    // The nearest proxy may have no address: it uses a Unix socket, or the platform hides it.
    [1, "", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    [1, "", undefined, undefined],
    // Networks.
    [nets, "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [nets, "10.0.0.1", "1.1.1.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
    [nets, "fd00::1", "198.51.100.1", "198.51.100.1"],
    [nets, "192.0.2.1", "198.51.100.1", "198.51.100.1"],
    [nets, "192.0.2.2", "198.51.100.1", "192.0.2.2"],
    [nets, "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    [nets, "203.0.113.7", "198.51.100.1, 10.0.0.1", "203.0.113.7"],
    [nets, "10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
    [nets, "", "198.51.100.1", undefined],
    [nets, "::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [["::ffff:192.0.2.1"], "192.0.2.1", "198.51.100.1", "198.51.100.1"],
    [[], "10.0.0.1", "198.51.100.1", "10.0.0.1"],
    // Forms: ports, brackets, white space, IPv4 in IPv6, and the /64 of IPv6.
    [1, "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
    [1, "10.0.0.1", "[2001:db8:1:2:3::4]:4711", "2001:db8:1:2::/64"],
    [1, "10.0.0.1", "[2001:db8:1:2:3::4]", "2001:db8:1:2::/64"],
    [1, "10.0.0.1", "2001:DB8:1:2:3::4", "2001:db8:1:2::/64"],
    [1, "10.0.0.1", "  198.51.100.1\t", "198.51.100.1"],
    [1, "10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
    [false, "fe80::1%eth0", undefined, "fe80::/64"],
    // Invalid text in a proxy's entry. The proxy itself is then the client.
    [1, "10.0.0.1", "unknown", "10.0.0.1"],
    [1, "10.0.0.1", "", "10.0.0.1"],
    [1, "10.0.0.1", "198.51.100.1, ", "10.0.0.1"],
    [1, "10.0.0.1", "010.0.0.1", "10.0.0.1"],
    [1, "10.0.0.1", "3325256705", "10.0.0.1"],
    [1, "10.0.0.1", "198.51.100.256", "10.0.0.1"],
    [1, "10.0.0.1", "198.51.100.1:x", "10.0.0.1"],
    [1, "10.0.0.1", ",".repeat(5000), "10.0.0.1"],
    // IPv4 within IPv6 follows the rules of IPv4, and only ::ffff:0:0/96 is mapped (RFC 4291, 2.2 and 2.5.5).
    ...[
      "::ffff:010.0.0.1",
      "::ffff:0177.0.0.1",
      "::ffff:0x7f.0.0.1",
      "::ffff:10.0.0",
      "::ffff:1.2.3.256",
    ].map((text): [TrustProxy, string, string, string] => [1, "10.0.0.1", text, "10.0.0.1"]),
    [1, "10.0.0.1", "::198.51.100.1", "::/64"],
    [1, "10.0.0.1", "[::ffff:198.51.100.1]:4711", "198.51.100.1"],
    [1, "10.0.0.1", "::FFFF:c633:6401", "198.51.100.1"],
    [1, "10.0.0.1", "64:ff9b::198.51.100.1", "64:ff9b::/64"],
    [1, "10.0.0.1", "2001:db8:::1", "10.0.0.1"],
    [1, "10.0.0.1", "2001:db8::1::", "10.0.0.1"],
    [1, "10.0.0.1", "1:2:3:4:5:6:7:8:9", "10.0.0.1"],
    [nets, "::10.0.0.1", "198.51.100.1", "::/64"],
    // Names of network interfaces can have other characters.
    [false, "fe80::1%br-lan.100", undefined, "fe80::/64"],
  ])("with trustProxy %j, from %j, forwarded for %j is %j", async (trust, peer, forwarded, client) => {
    expect(await addressOf(trust, peer, forwarded)).toBe(client);
  });

  it("is the same for several headers as for one", async () => {
    const { hooks, told } = recordedHooks();
    const api = createPublicApi({ storage: memoryDriver(), trustProxy: 1, hooks });
    const headers = new Headers([
      ["x-forwarded-for", "1.1.1.1"],
      ["x-forwarded-for", "198.51.100.1"],
      ["x-api-key", "x"],
    ]);
    await api.fetch(new Request("http://localhost/api/public/v1/post/acme", { headers }));
    expect(told).toEqual([["key.refused", { reason: "malformed", address: "198.51.100.1" }]]);
  });

  it("belongs to its own request after requests through other proxies", async () => {
    const { hooks, told } = recordedHooks();
    const world = await World.open(openMemory, { trustProxy: ["10.0.0.0/8"], hooks });
    const ways: [peer: string, forwarded: string, client: string][] = [
      ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
      ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
      ["10.0.0.1", "198.51.100.2", "198.51.100.2"],
      ["10.0.0.1", "198.51.100.2, 203.0.113.7", "203.0.113.7"],
    ];
    for (const [peer, forwarded] of [...ways, ...ways]) {
      await askFrom(world, peer, { key: "x", headers: { "x-forwarded-for": forwarded } });
    }
    const clients = told.map(([, event]) => "address" in event && event.address);
    expect(clients).toEqual([...ways, ...ways].map(([, , client]) => client));
  });

  it.each<[unknown]>([
    [true],
    [0],
    [1.5],
    [101],
    ["10.0.0.0/8"],
    [["10/8"]],
    [["10"]],
    [["10.0.0.0/33"]],
    [["localhost"]],
    [[""]],
    [["10.0.0.0/8/8"]],
    [["::ffff:010.0.0.1"]],
    [["::ffff:0177.0.0.0/104"]],
  ])("refuses trustProxy %j at the start", (trustProxy) => {
    const create = (): unknown =>
      createPublicApi({ storage: memoryDriver(), trustProxy: trustProxy as TrustProxy });
    expect(create).toThrow(RangeError);
    expect(create).toThrow(/^Cannot create the API: trustProxy must be /);
  });
});
