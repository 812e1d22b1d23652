import type { FirstRunInput } from "../../api/mod.ts";
import { PeopleRefusedError } from "../../api/people/mod.ts";
import { AlreadyExistsError, InvalidInputError } from "../../base/errors.ts";
import { html } from "../../base/text/html.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { message, submitButton } from "../design/components.ts";
import { inputField } from "../design/field.ts";
import { describeError, type FormProblem, invalidFieldsOf } from "../form/form_problem.ts";
import { formLimits, optionalTextOf, readForm, textOf } from "../form/read_form.ts";
import { timeOf } from "../format/format.ts";
import { pageResponse, seeOther } from "../frame/answers.ts";
import { plainPage } from "../frame/layout.ts";
import { originOf } from "../origin_of.ts";
import type { DashboardDeps } from "../visit.ts";
import { browserName } from "./browser_name.ts";
import { cookiePlaceOf, setCookie } from "./cookies.ts";

/** Path, below the base path, of the page that sets up a server without users and organizations. */
export const firstRunPage = "first-run";

/** Returns true if the page is shown: the store was read, and it has neither a user nor an organization. */
export async function isFirstRun({ api, options }: DashboardDeps): Promise<boolean> {
  if (options.identify !== undefined) return false;
  try {
    return await (await api.people()).firstRun.isOpen();
  } catch {
    // The sign-in page does without the store. The next request that needs it reports the error.
    return false;
  }
}

/** Serves the page, and its form. */
export async function answerFirstRun(request: Request, deps: DashboardDeps): Promise<PreparedResponse> {
  if (request.method === "POST") return completeFirstRun(request, deps);
  const { basePath } = deps.options;
  if (!(await isFirstRun(deps))) return seeOther(`${basePath}/sign-in`);
  const code = new URL(request.url).searchParams.get("code")?.slice(0, 100) ?? "";
  return showForm(deps, new Map([["code", code]]));
}

async function completeFirstRun(request: Request, deps: DashboardDeps): Promise<PreparedResponse> {
  const form = await readForm(request, { bodyBytes: formLimits.signInBytes });
  const { api, options } = deps;
  const values = new Map([...form.keys()].map((name) => [name, textOf(form, name)]));
  const input: FirstRunInput = {
    organization: textOf(form, "organization"),
    siteUrl: optionalTextOf(form, "siteUrl") ?? originOf(request, deps),
    name: textOf(form, "name"),
    email: textOf(form, "email"),
  };
  try {
    const { firstRun } = await api.people();
    const { owner, organizationSlug } = await firstRun.complete(textOf(form, "code"), input);
    const session = await api.sessions.startFor(owner.id, { browser: browserName(request) });
    const cookie = session && setCookie("postern_session", session.token, cookiePlaceOf(request, deps));
    return seeOther(
      `${options.basePath}/o/${organizationSlug}`,
      cookie === null ? {} : { "set-cookie": cookie },
    );
  } catch (error) {
    const problem = problemOf(error);
    return showForm(deps, values, problem);
  }
}

/** Returns the problem of a form that its sender can correct. Throws every other error. */
function problemOf(error: unknown): FormProblem {
  if (error instanceof InvalidInputError)
    return { status: 422, message: describeError(error), fields: invalidFieldsOf(error) };
  if (error instanceof PeopleRefusedError)
    return { status: error.status, message: error.message, fields: {} };
  if (error instanceof AlreadyExistsError) return { status: 409, message: error.message, fields: {} };
  throw error;
}

async function showForm(
  deps: DashboardDeps,
  values: ReadonlyMap<string, string>,
  problem?: FormProblem,
): Promise<PreparedResponse> {
  const { api, options } = deps;
  const createdAt = await (await api.people()).firstRun.codeCreatedAt();
  const errors = problem?.fields;
  const source =
    createdAt === null
      ? "This server has no code yet, or it has expired. Start the server again in a terminal: it prints a new code."
      : html`The server printed it in its terminal ${timeOf(createdAt)}. Use the code that it printed last.`;
  const body = html`${problem && message("problem", problem.message, "alert")}
<p>This server has no users and no organizations yet. Make the first organization, and become its owner.</p>
<form method="post" action="${options.basePath}/${firstRunPage}">
${inputField({ name: "code", label: "Code", hint: source, value: values.get("code"), errors, longest: 40, isRequired: true })}
${inputField({ name: "organization", label: "Name of the organization", value: values.get("organization"), errors, longest: 200, isRequired: true, autocomplete: "organization" })}
${inputField({ name: "siteUrl", label: "Address of the site", type: "url", hint: "Optional: the site that shows the posts, such as https://acme.example. You can change it later.", value: values.get("siteUrl"), errors, longest: 1000, autocomplete: "url" })}
${inputField({ name: "name", label: "Your name", value: values.get("name"), errors, longest: 200, isRequired: true, autocomplete: "name" })}
${inputField({ name: "email", label: "Your email address", type: "email", value: values.get("email"), errors, longest: 254, isRequired: true, autocomplete: "email" })}
<p class="actions">${submitButton("Set up this server", { tone: "main" })}</p>
</form>`;
  return pageResponse(
    plainPage(options.basePath, { title: "Set up this server", body }),
    problem?.status ?? 200,
  );
}
