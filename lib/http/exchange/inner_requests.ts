import type { Caller } from "../../access/mod.ts";
import type { Incoming } from "../request/incoming.ts";
import type { ProblemError } from "../problems/problem.ts";
import type { ExchangeRequest } from "./endpoint.ts";
import type { PreparedResponse } from "./prepared_response.ts";

/** Further uses of a key that were counted, and the problem of the uses that were refused. */
export interface CountedUses {
  accepted: number;
  /** Undefined if all uses were accepted. */
  refusal: ProblemError | undefined;
}

/** Requests that an endpoint sends on behalf of its caller. */
export interface InnerRequests {
  /** Responds to a request without counting it. It never rejects. */
  send(incoming: Incoming, caller: Caller | null): Promise<PreparedResponse>;
  /** Counts further uses of the key of a request that does the work of several, up to the limits of the key. */
  countFurther(request: ExchangeRequest, uses: number): Promise<CountedUses>;
}
