import type { PreparedResponse } from "../../http/mod.ts";
import { pageResponse } from "./answers.ts";
import type { FormProblem } from "../form/form_problem.ts";
import { message } from "../design/message.ts";
import type { Html } from "../../base/text/html.ts";
import { layout, type PageContent } from "./layout.ts";
import type { Visit } from "../visit.ts";

/** Renders a page with a form, and the problem if the form was refused. */
export function formPage(
  visit: Visit,
  { problem, ...content }: Omit<PageContent, "problem"> & { problem: FormProblem | undefined },
): PreparedResponse {
  return pageResponse(
    layout(visit, { ...content, problem: problem && problemBox(problem) }),
    problem?.status,
  );
}

function problemBox({ message: text }: FormProblem): Html {
  return message("problem", text, "alert");
}
