import { BlockList, isIPv6 } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Returns the names by which clients reach a server that listens on the loopback interface: those of the interface, and those of its origins.
 * Returns undefined if it listens elsewhere, or if a trusted proxy is in front of it.
 */
export function ownHosts({
  host,
  origins,
  hasProxy,
}: {
  host: string;
  origins: readonly (string | undefined)[];
  hasProxy: boolean;
}): string[] | undefined {
  const isLoopback = host === "localhost" || loopback.check(host, isIPv6(host) ? "ipv6" : "ipv4");
  if (!isLoopback || hasProxy) return undefined;
  const named = origins.flatMap((origin) =>
    origin !== undefined && URL.canParse(origin) ? new URL(origin).hostname : [],
  );
  const own = isIPv6(host) ? `[${host}]` : host;
  return [...new Set(["localhost", "127.0.0.1", "[::1]", own, ...named])];
}
