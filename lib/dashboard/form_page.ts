import type { PreparedResponse } from "../exchange/mod.ts";
import { pageAnswer } from "./answers.ts";
import type { FormProblem } from "./form_problem.ts";
import { html, type Html } from "../html.ts";
import { layout, type PageContent } from "./layout.ts";
import type { Visit } from "./visit.ts";

/** A page with a form, and what went wrong with the form when it was sent. */
export function formPage(
  visit: Visit,
  { problem, ...content }: Omit<PageContent, "problem"> & { problem: FormProblem | undefined },
): PreparedResponse {
  return pageAnswer(layout(visit, { ...content, problem: problem && box(problem) }), problem?.status);
}

function box({ message }: FormProblem): Html {
  return html`<p class="problem" role="alert">${message}</p>`;
}
