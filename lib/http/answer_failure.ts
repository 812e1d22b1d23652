import { requestFor } from "../light_request.ts";
import { type Answer, problemAnswer } from "./answer.ts";
import type { HttpDeps } from "./http_deps.ts";
import type { ProblemError } from "./problem.ts";

/** Answers with the problem of an error. What is no fault of the client's is told to the host. */
export function answerFailure(
  problem: ProblemError,
  { error, request }: { error: unknown; request: Request },
  { options, problemAnswers }: HttpDeps,
): Answer {
  if (problem.status >= 500) tell(options, error, request);
  const known = problem.isShared ? problemAnswers.get(problem) : undefined;
  if (known !== undefined) return known;
  const answer = problemAnswer(problem, options.basePath);
  if (problem.isShared) problemAnswers.set(problem, answer);
  return answer;
}

/** What the host's hook throws is no reason to leave the client without an answer. */
function tell({ onError }: HttpDeps["options"], error: unknown, request: Request): void {
  try {
    onError(error, requestFor(onError, request));
  } catch {
    // There is no one left to tell.
  }
}
