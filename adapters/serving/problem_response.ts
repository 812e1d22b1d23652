import type { ProblemError } from "../../lib/http/mod.ts";
import type { Served } from "./serve_options.ts";
import { toJson } from "../../lib/base/text/well_formed.ts";

/** Returns the response to a request that an adapter cannot pass to the API. */
export function problemResponse(problem: ProblemError, { options }: Served): Response {
  const body = problemText(problem, options?.basePath ?? "");
  return new Response(body, { status: problem.status, headers: problemHeaders(problem, body) });
}

/** Returns the body of a problem response. */
export function problemText(problem: ProblemError, basePath: string): string {
  return toJson(problem.toDetail(basePath));
}

/** Returns the headers of a problem response. */
export function problemHeaders(problem: ProblemError, body: string): Record<string, string> {
  return {
    "content-length": String(new TextEncoder().encode(body).length),
    "content-type": "application/problem+json",
    ...problem.headers,
    "x-content-type-options": "nosniff",
  };
}
