import type { ProblemCode } from "../problems/problems.ts";

/** The API responded to a request, with success or an error. */
export interface RequestAnsweredEvent {
  /** The request as passed to the handler. Its body may already be consumed. */
  request: Request;
  /** The route's pattern, without the base path: `/api/public/v1/post/{organizationSlug}`. Left out for an unknown path. */
  route?: string;
  method: string;
  status: number;
  /** Time from request to response, by the API's clock. */
  milliseconds: number;
  /** Bytes of the response body. */
  bytes: number;
  /** Left out if no key was accepted. */
  keyId?: string;
  /** The organization of the key. */
  organizationSlug?: string;
  /** The problem's code, if the response is a problem detail. */
  code?: ProblemCode;
}

/** Callbacks for what happens to requests. */
export interface ExchangeHooks {
  "request.answered"?: (event: RequestAnsweredEvent) => void | Promise<void>;
}
