import type { Caller } from "../access/mod.ts";
import type { Answers, Question } from "../store/mod.ts";
import type { ExchangeRequest } from "./exchange_request.ts";
import type { PreparedResponse } from "./prepared_response.ts";

/** What an endpoint asks for a request, and how it responds to the answers. */
export interface EndpointPlan {
  /** They are asked together with those of the key. */
  questions: readonly Question<unknown>[];
  /**
   * Responds, or throws a {@link ProblemError}. A promise is for rare work: a first rendering, a list, a request body.
   *
   * @param caller null for a request without a key
   */
  respond: (answers: Answers, caller: Caller | null) => PreparedResponse | Promise<PreparedResponse>;
  /** Responds in place of an error, or throws it. */
  recover?: (error: unknown) => PreparedResponse;
}

/** Plans the response to a request. It reads no store. */
export type Endpoint = (request: ExchangeRequest) => EndpointPlan;
