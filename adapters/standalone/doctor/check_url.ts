import { lookup as systemLookup } from "node:dns/promises";
import { addressHeader } from "../../../lib/http/mod.ts";
import { isPublicAddress } from "../../../lib/base/public_address.ts";
import { publicApiAddress } from "../../../lib/base/api_address.ts";
import type { Finding } from "./finding.ts";

/** Milliseconds within which the server must respond. */
const deadline = 10_000;

/** An address of the documentation (RFC 5737), which no client has. */
const forged = "203.0.113.77";

/** Access to the network, so that tests can replace it. */
export interface UrlAccess {
  fetch: (request: Request) => Promise<Response>;
  /** Returns the addresses of a host. */
  lookup: (host: string) => Promise<string[]>;
}

const systemAccess: UrlAccess = {
  fetch: (request) => fetch(request),
  lookup: async (host) => (await systemLookup(host, { all: true })).map(({ address }) => address),
};

/**
 * Checks a running server as its clients reach it: whether it knows their addresses, and whether they can forge them.
 *
 * @param url its origin, and its base path if it has one
 */
export async function checkUrl(url: string, access: UrlAccess = systemAccess): Promise<Finding[]> {
  const target = publicApiAddress({ basePath: url.replace(/\/$/, "") });
  try {
    const seen = await addressSeenAt(target, {}, access);
    const believed = await addressSeenAt(target, { "x-forwarded-for": forged }, access);
    return [
      { check: "url", status: "ok", detail: `Postern responds at ${target}` },
      checkAddress(seen, await isPublicHost(new URL(url).hostname, access)),
      checkForgery(believed),
    ];
  } catch (error) {
    const remedy = "check the address, the proxy's rule for the public API, and the version of the server";
    return [
      { check: "url", status: "failed", detail: `${target} does not respond: ${textOf(error)}`, remedy },
    ];
  }
}

async function addressSeenAt(
  target: string,
  headers: Record<string, string>,
  { fetch }: UrlAccess,
): Promise<string> {
  const request = { method: "OPTIONS", headers, signal: AbortSignal.timeout(deadline) };
  const response = await fetch(new Request(`${target}/openapi.json`, request));
  await response.body?.cancel();
  const address = response.headers.get(addressHeader);
  if (address !== null) return address;
  throw new Error(`status ${response.status} without ${addressHeader}`);
}

function checkAddress(address: string, isPublic: boolean): Finding {
  const check = "address";
  const detail = `the server sees your address as ${address}`;
  if (isPublicAddress(address)) return { check, status: "ok", detail };
  if (address === "unknown") return { check, status: "warning", detail, remedy: trustRemedy };
  if (isPublic) {
    const shared = `${detail}, which is its proxy's: all clients share it and its limit of failed attempts`;
    return { check, status: "failed", detail: shared, remedy: trustRemedy };
  }
  const remedy = "this is your address or the proxy's. Run the command on another network to know which";
  return { check, status: "warning", detail, remedy };
}

const trustRemedy =
  "start the server with --trust-proxy and the number of its proxies, or set the option trustProxy";

function checkForgery(address: string): Finding {
  const check = "forged address";
  if (address !== forged) return { check, status: "ok", detail: "a forged X-Forwarded-For is not believed" };
  return {
    check,
    status: "failed",
    detail:
      "the server believes a forged X-Forwarded-For: networks of keys and limits of addresses protect nothing",
    remedy:
      "let the proxy set the header (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;), and give --trust-proxy the exact number of proxies",
  };
}

/** True if a host is on the public internet. */
async function isPublicHost(hostname: string, { lookup }: UrlAccess): Promise<boolean> {
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ""));
  return addresses.every(isPublicAddress);
}

function textOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
