import type { IncomingMessage, ServerResponse } from "node:http";

/** A request on its way through the server, and what becomes known of it. */
export interface Exchange {
  /** The request's id: of its `x-request-id`, or made here. */
  readonly id: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Whether it is a look at our health: worth a line only to who looks for them. */
  isProbe: boolean;
  /** The route's pattern; undefined where the path is none of ours. */
  route: string | undefined;
  /** The key that was accepted, and its organization. */
  keyId: string | undefined;
  organizationSlug: string | undefined;
  /** The code of the problem that it was answered with. */
  code: string | undefined;
  /** Why it was answered with 500 or 503. */
  error: unknown;
  /** Bytes of the answer's body, where they are known before it is sent. */
  bytes: number | undefined;
}

/** How an exchange ended. */
export interface Ended {
  exchange: Exchange;
  method: string;
  status: number;
  milliseconds: number;
  /** The client went away before it had the whole answer. */
  isAborted: boolean;
}
