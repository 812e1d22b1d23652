import { asComplete, problemAnswer, type ProblemError } from "../lib/http/mod.ts";
import type { Served } from "./serve_options.ts";

/** Returns the response to a request that an adapter cannot hand to the API. */
export function problemResponse(problem: ProblemError, { options }: Served): Response {
  const { status, headers, body } = asComplete(problemAnswer(problem, options?.basePath ?? ""));
  return new Response(body, { status, headers: headers.toRecord() });
}
