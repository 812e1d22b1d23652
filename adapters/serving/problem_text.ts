import type { ProblemError } from "../../lib/http/mod.ts";
import { toJson } from "../../lib/base/text/well_formed.ts";

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
