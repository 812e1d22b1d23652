import type { Incoming } from "../../http/mod.ts";

/** The sender of a request, and the time that its work has. */
export interface Client {
  /** The IPv4 address or the IPv6 network. Undefined if it is unknown. */
  address: string | undefined;
  /** Runs work that the response does not wait for, so that its time reveals nothing. Where a process ends with its response, it waits. */
  afterResponse: (work: Promise<void>) => Promise<void>;
}

/** Keeps work running after the response of a request, which must not reject. */
export async function workAfter(incoming: Incoming, work: Promise<void>): Promise<void> {
  if (incoming.endsWithResponse === true) return work;
  incoming.waitUntil?.(work);
}
