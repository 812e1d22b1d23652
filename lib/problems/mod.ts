/**
 * The problem details of the APIs (RFC 9457) and the corresponding errors.
 *
 * @module
 */
export { type ProblemCode, type ProblemDetail, ProblemError } from "./problem.ts";
export { problems } from "./problems.ts";
export { invalidFieldSchema, problemSchema } from "./problem_schema.ts";
export { missingKey, missingPermission, Refusals, wrongOrganization } from "./refusals.ts";
export { toProblem } from "./to_problem.ts";
