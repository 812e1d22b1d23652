import { type Answer, problemAnswer } from "./answer.ts";
import type { HttpDeps } from "./http_deps.ts";
import type { ProblemError } from "./problem.ts";
import { reportFailure } from "./report_failure.ts";

/** Answers with the problem of an error. What is no fault of the client's is told to the host. */
export function answerFailure(
  problem: ProblemError,
  { error, request }: { error: unknown; request: Request },
  { options, problemAnswers }: HttpDeps,
): Answer {
  if (problem.status >= 500) reportFailure(error, request, options);
  const known = problem.isShared ? problemAnswers.get(problem) : undefined;
  if (known !== undefined) return known;
  const answer = problemAnswer(problem, options.basePath);
  if (problem.isShared) problemAnswers.set(problem, answer);
  return answer;
}
