import type { ProblemError } from "../problems/problem.ts";
import type { ExchangeRequest } from "./exchange_request.ts";
import type { HeaderList } from "./header_list.ts";
import type { CompleteHeaders, PreparedResponse } from "./prepared_response.ts";

/** The differences between the public API, the admin API and the dashboard. */
export interface Surface {
  /** The beginning of its paths, after the base path: `/api/public/v1`. */
  root: string;
  /** Who may call: callers with an API key, or visitors whom the endpoints know by a session. */
  callers: "key" | "session";
  /** Whether every endpoint needs a caller with a key of an existing organization. */
  needsKey: boolean;
  /** Whether a response gets an ETag of its bytes. */
  hasEtags: boolean;
  completeHeaders: CompleteHeaders;
  /** Sets the headers that depend on the request. */
  setRequestHeaders?: (headers: HeaderList, request: Pick<ExchangeRequest, "incoming" | "match">) => void;
  toProblem: (error: unknown) => ProblemError;
  toProblemResponse: (problem: ProblemError) => PreparedResponse;
}
