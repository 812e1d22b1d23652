import type { ProblemError } from "../lib/problems/mod.ts";

/** The body of a problem that an adapter responds with itself. */
export function problemText(problem: ProblemError, basePath: string): string {
  return JSON.stringify(problem.toDetail(basePath));
}

/** The headers of that response. */
export function problemHeaders(problem: ProblemError, body: string): Record<string, string> {
  return {
    "content-length": String(new TextEncoder().encode(body).length),
    "content-type": "application/problem+json",
    ...problem.headers,
    "x-content-type-options": "nosniff",
  };
}
