import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { warnOfForwarding } from "../../adapters/standalone/forwarding_warnings.ts";
import type { TrustProxy } from "../../lib/mod.ts";
import { StandaloneWorld } from "./standalone_world.ts";

/** Returns the warnings about two equal requests. */
function warningsOf(trustProxy: TrustProxy, peer: string, headers: Record<string, string> = {}): string[] {
  const warnings: string[] = [];
  const looks = new Set<(incoming: IncomingMessage) => void>();
  const onConnectionUsed = (look: (incoming: IncomingMessage) => void): (() => void) => {
    looks.add(look);
    return () => void looks.delete(look);
  };
  warnOfForwarding({ onConnectionUsed }, { trustProxy, warn: (text) => warnings.push(text) });
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: peer });
  const incoming = Object.assign(new IncomingMessage(socket), { headers });
  for (let turn = 0; turn < 2; turn++) for (const look of looks) look(incoming);
  return warnings;
}

describe("a server warns once", () => {
  it.each(["x-forwarded-for", "forwarded", "x-real-ip"])(
    "if requests carry %s, and nothing is trusted",
    (name) => {
      expect(warningsOf(false, "10.0.0.1", { [name]: "203.0.113.7" })).toEqual([
        expect.stringMatching(new RegExp(`header ${name}.*--trust-proxy`)),
      ]);
    },
  );

  it.each(["198.41.128.1", "::ffff:198.41.128.1", "2606:4700::1"])(
    "if it trusts a number of proxies, and the caller %s is not private",
    (peer) => {
      expect(warningsOf(1, peer)).toEqual([expect.stringContaining(`A request came from ${peer}`)]);
    },
  );

  it.each<[TrustProxy, string, Record<string, string>]>([
    [false, "198.41.128.1", {}],
    [1, "10.0.0.1", { "x-forwarded-for": "203.0.113.7" }],
    [1, "127.0.0.1", {}],
    [1, "::ffff:192.168.0.1", {}],
    [2, "fd00::1", {}],
    [1, "", {}],
    [["198.41.128.0/17"], "198.41.128.1", { "x-forwarded-for": "203.0.113.7" }],
  ])("and not with %j, for a request of %j with %j", (trustProxy, peer, headers) => {
    expect(warningsOf(trustProxy, peer, headers)).toEqual([]);
  });
});

it("postern serve logs the warning once", async () => {
  const world = await StandaloneWorld.open("--log", "json");
  for (let turn = 0; turn < 3; turn++) {
    await world.send("/api/public/v1/post/acme/short", { "x-forwarded-for": "203.0.113.7" });
  }
  const warnings = (await world.stop()).filter(({ msg }) => msg.includes("no proxy is trusted"));
  expect(warnings).toHaveLength(1);
});
