import { apiPage, problemsPage, stylesheet, toOpenApi } from "../openapi/mod.ts";
import type { ResolvedOptions } from "../options.ts";
import { type Answer, textAnswer } from "./answer.ts";
import { withEtag } from "./conditional.ts";
import { describeAdminApi } from "./admin/operations/describe_admin_api.ts";
import { describeApi } from "./operations/describe_api.ts";
import { type ProblemCode, problems } from "./problems.ts";

/** What the APIs say of themselves: each answer is made when it is first asked for, and kept. */
export interface Documentation {
  openApi(): Answer;
  adminOpenApi(): Answer;
  docs(): Answer;
  problems(): Answer;
  stylesheet(): Answer;
}

/** Nothing but the stylesheet and the empty icon is loaded, and nothing runs. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Prepares the documentation of an API. */
export function createDocumentation(options: ResolvedOptions): Documentation {
  const api = once(() => describeApi(options));
  const document = once(() => toOpenApi(api()));
  return {
    openApi: once(() => fileAnswer("application/json", JSON.stringify(document()))),
    adminOpenApi: once(() =>
      fileAnswer("application/json", JSON.stringify(toOpenApi(describeAdminApi(options)))),
    ),
    docs: once(() => pageAnswer(apiPage(document()))),
    problems: once(() => pageAnswer(problemsPage(describedProblems(), api().server))),
    stylesheet: once(() => fileAnswer("text/css; charset=utf-8", stylesheet)),
  };
}

function describedProblems(): Parameters<typeof problemsPage>[0] {
  return Object.entries(problems).map(([code, problem]) => ({ code: code as ProblemCode, ...problem }));
}

function pageAnswer(page: string): Answer {
  return fileAnswer("text/html; charset=utf-8", page, { "content-security-policy": contentSecurityPolicy });
}

function fileAnswer(type: string, text: string, headers: Record<string, string> = {}): Answer {
  const answer = textAnswer(200, text, { ...headers, "content-type": type });
  return { ...withEtag(answer), isShared: true };
}

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => (made ??= { result: make() }).result;
}
