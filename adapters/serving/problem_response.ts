import type { ProblemError } from "../../lib/http/mod.ts";
import { problemHeaders, problemText } from "./problem_text.ts";
import type { Served } from "./serve_options.ts";

/** Returns the response to a request that an adapter cannot pass to the API. */
export function problemResponse(problem: ProblemError, { options }: Served): Response {
  const body = problemText(problem, options?.basePath ?? "");
  return new Response(body, { status: problem.status, headers: problemHeaders(problem, body) });
}
