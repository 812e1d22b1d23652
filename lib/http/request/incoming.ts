import type { AcceptedCodings, CodedResponse } from "../response/content_codings.ts";
import type { HeaderList } from "../response/header_list.ts";
import type { ProblemCode, ProblemError } from "../problems/problem.ts";

/** The headers of a request. Values of the same name are joined by a comma (Fetch standard). */
export interface IncomingHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** A request from an adapter. */
export interface Incoming {
  readonly method: string;
  /** Encoded path and query of the URL: `/api/public/v1/post/acme?limit=5`. A path in a refused form is unchanged. */
  readonly target: string;
  /** Reason to refuse the request, if its path is not certain. The target is then empty. Default: none. */
  readonly refusal?: ProblemError | undefined;
  readonly headers: IncomingHeaders;
  readonly body: ReadableStream<Uint8Array> | null;
  /** The absolute URL. */
  readonly url: string;
  /** Address of the client or of the last proxy, or an empty string if unknown. */
  readonly address: string;
  /** Aborts when the client has closed the connection before the response ended. Long work for the response then stops. */
  readonly signal: AbortSignal;
  /** The platform's own request, for host code. */
  readonly request: Request;
  /** Content codings that the client accepts and the adapter applies to {@link Outgoing.coded}. Default: the adapter applies none. */
  readonly codings?: AcceptedCodings | undefined;
  /** Maximum size in bytes of a page of a list, if the platform cannot send larger responses. Default: no maximum. */
  readonly pageBytes?: number | undefined;
  /** True if the platform sends a response only as a whole, and stops the process until the next request. Default: false. */
  readonly endsWithResponse?: boolean | undefined;
  /** Keeps the work of a request running after its response. Undefined if the platform has no function for it. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /**
   * Passes the request on to the next handler. Returns true if that handler is certain to respond. Otherwise this API responds, because the
   * adapter may have no other handler.
   */
  passOn(): boolean;
}

/** A response for an adapter to send. */
export interface Outgoing {
  readonly status: number;
  /** Names in lower case, each followed by its value. */
  readonly headers: HeaderList;
  /** Bytes, a stream that can be read once, or null. */
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** The coding that the headers announce, and that the adapter must apply. Default: the body is sent as it is. */
  readonly coded?: CodedResponse | undefined;
  /** The exchange, for logs and metrics. */
  readonly about: ExchangeRecord;
}

/** Facts of an exchange for logs and metrics. They are complete when it ends. */
export interface ExchangeRecord {
  /** The route's pattern without the base path, or undefined for an unknown path. */
  route: string | undefined;
  /** The accepted key and its organization. */
  keyId?: string | undefined;
  organizationSlug?: string | undefined;
  /** Requests that the key has left on this UTC day. */
  quotaLeft?: number | undefined;
  /** The code of the problem in the response. */
  code?: ProblemCode | undefined;
  /** The last error that was reported for the request. */
  error?: unknown;
}

/** Responds to a request. Returns undefined if it passed the request to the next handler. */
export type HandleIncoming = (incoming: Incoming) => Outgoing | undefined | Promise<Outgoing | undefined>;
