import type { HeaderList } from "./header_list.ts";
import type { ProblemCode } from "../problems/problem.ts";

/** The headers of a request, one by name; values of the same name are joined by a comma (Fetch standard). */
export interface IncomingHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** A request as an adapter hands it in. */
export interface Incoming {
  readonly method: string;
  /** Path and query, still encoded, as a URL has them: `/api/public/v1/post/acme?limit=5`. A path in a refused form stands as it was sent. */
  readonly target: string;
  readonly headers: IncomingHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
  /** The absolute URL. */
  readonly url: string;
  /** The address of the client or of the last proxy; empty where it is not known. */
  readonly address: string;
  /** The platform's own request, for host code. */
  readonly request: Request;
  /**
   * Leaves the request to the next handler. Returns true where one responds for sure; otherwise this API responds, because the adapter may have no
   * other handler.
   */
  passOn(): boolean;
}

/** A response as an adapter sends it. */
export interface Outgoing {
  readonly status: number;
  /** Names in lower case, each followed by its value. */
  readonly headers: HeaderList;
  /** Bytes, a stream to be read once, or null. */
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** The exchange, for logs and metrics. */
  readonly about: ExchangeRecord;
}

/** Facts of an exchange that are known when it ends. */
export interface ExchangeRecord {
  /** The route's pattern without the base path; undefined for an unknown path. */
  route: string | undefined;
  /** The accepted key and its organization. */
  keyId?: string | undefined;
  organizationSlug?: string | undefined;
  /** The code of the problem in the response. */
  code?: ProblemCode | undefined;
  /** The last error that was reported for the request. */
  error?: unknown;
}

/** Responds to requests. Undefined where the request was left to the next handler. */
export type HandleIncoming = (incoming: Incoming) => Outgoing | undefined | Promise<Outgoing | undefined>;
