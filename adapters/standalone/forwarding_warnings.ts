import type { IncomingMessage } from "node:http";
import type { TrustProxy } from "../../lib/mod.ts";
import { isPublicAddress } from "../../lib/base/public_address.ts";
import type { ListeningServer } from "../node/start_listening.ts";

/** Headers by which proxies report the client. */
const forwardingHeaders = ["x-forwarded-for", "forwarded", "x-real-ip"];

/** Warns once, when the first request of a connection shows that the setting of trusted proxies does not fit. */
export function warnOfForwarding(
  server: Pick<ListeningServer, "onConnectionUsed">,
  { trustProxy = false, warn }: { trustProxy?: TrustProxy | undefined; warn: (text: string) => void },
): void {
  if (typeof trustProxy === "object") return;
  const stop = server.onConnectionUsed((incoming) => {
    const problem = problemOf(incoming, trustProxy);
    if (problem === undefined) return;
    stop();
    warn(problem);
  });
}

/** Returns the problem that a request shows in the setting of trusted proxies, or undefined. */
function problemOf({ headers, socket }: IncomingMessage, trustProxy: false | number): string | undefined {
  if (trustProxy === false) {
    const header = forwardingHeaders.find((name) => headers[name] !== undefined);
    return (
      header &&
      `A request has the header ${header}, but no proxy is trusted. Behind a proxy, all clients share its address and its limit of failed attempts. Set --trust-proxy to the number of proxies; see docs/operating.md`
    );
  }
  const { remoteAddress = "" } = socket;
  return isPublicAddress(remoteAddress)
    ? `A request came from ${remoteAddress}, which is not a private address, but --trust-proxy ${trustProxy} trusts every address. A client that bypasses the proxy can forge its address. Set --trust-proxy to the networks of the proxies; see docs/operating.md`
    : undefined;
}
