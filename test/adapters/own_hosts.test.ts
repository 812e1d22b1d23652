import { expect, it } from "vitest";
import { ownHosts } from "../../adapters/cli/mcp/own_hosts.ts";

const names = ["localhost", "127.0.0.1", "[::1]"];

it.each<[string, readonly (string | undefined)[], boolean, string[] | undefined]>([
  ["127.0.0.1", [undefined, undefined], false, names],
  ["localhost", [], false, names],
  ["::1", [], false, names],
  ["127.0.0.53", [], false, [...names, "127.0.0.53"]],
  [
    "127.0.0.1",
    ["https://cms.example", "https://api.example:8443"],
    false,
    [...names, "cms.example", "api.example"],
  ],
  ["127.0.0.1", ["nonsense"], false, names],
  ["127.0.0.1", [], true, undefined],
  ["0.0.0.0", [], false, undefined],
  ["::", [], false, undefined],
  ["192.168.1.7", [], false, undefined],
  ["server.example", [], false, undefined],
])(
  "a server on %s with the origins %j and a trusted proxy: %s has these names",
  (host, origins, hasProxy, hosts) => {
    expect(ownHosts({ host, origins, hasProxy })).toEqual(hosts);
  },
);
