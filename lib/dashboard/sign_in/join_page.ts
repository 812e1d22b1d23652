import type { InvitationLink } from "../../api/mod.ts";
import { AlreadyExistsError, InvalidInputError } from "../../base/errors.ts";
import { html } from "../../base/text/html.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { message, submitButton } from "../design/components.ts";
import { inputField } from "../design/field.ts";
import { describeError, type FormProblem, invalidFieldsOf } from "../form/form_problem.ts";
import { formLimits, readForm, textOf } from "../form/read_form.ts";
import { timeOf } from "../format/format.ts";
import { pageResponse, seeOther } from "../frame/answers.ts";
import { plainPage } from "../frame/layout.ts";
import { abilities } from "../pages/members/role_words.ts";
import { invitationsPage } from "../pages/members/invitations.ts";
import type { DashboardDeps, Visitor } from "../visit.ts";
import { browserName } from "./browser_name.ts";
import { cookiePlaceOf, linkCookie, readCookie, setCookie, withoutCookies } from "./cookies.ts";
import { joinPage } from "./link_addresses.ts";
import { SignInRefusedError } from "./sign_in_refused_error.ts";

/**
 * Serves the page of an invitation's link, and its form. Opening the link accepts nothing, because mail scanners open links too.
 *
 * @param visitor the user of the browser's session, or null
 * @throws {SignInRefusedError} if the link is over
 */
export async function answerJoin(
  request: Request,
  deps: DashboardDeps,
  visitor: Visitor | null,
): Promise<PreparedResponse> {
  const { links } = await deps.api.people();
  if (request.method !== "POST") {
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const link = await links.findInvitation(token);
    if (link === null) throw overLink();
    return showForm(request, deps, { token, link, visitor });
  }
  const form = await readForm(request, { bodyBytes: formLimits.signInBytes });
  const [token, name] = [textOf(form, "token"), textOf(form, "name")];
  const link = await links.findInvitation(token);
  if (link === null) throw overLink();
  const showAgain = (problem: FormProblem): Promise<PreparedResponse> =>
    showForm(request, deps, { token, link, visitor, name, problem });
  const place = cookiePlaceOf(request, deps);
  if (readCookie(request, "postern_link", place) === undefined)
    return showAgain({ status: 403, message: withoutCookies, fields: {} });
  try {
    const joined = await links.join(token, { name, browser: browserName(request) });
    if (joined === null) throw overLink();
    const { session, organizationSlug } = joined;
    const cookie = setCookie("postern_session", session.token, place);
    return seeOther(`${deps.options.basePath}/o/${organizationSlug}?done=joined`, { "set-cookie": cookie });
  } catch (error) {
    if (error instanceof InvalidInputError)
      return showAgain({ status: 422, message: describeError(error), fields: invalidFieldsOf(error) });
    if (error instanceof AlreadyExistsError)
      return showAgain({ status: 409, message: "You are already a member. Sign in as usual.", fields: {} });
    throw error;
  }
}

async function showForm(
  request: Request,
  deps: DashboardDeps,
  {
    token,
    link: { invitation, organizationName, isMailed },
    visitor,
    name = invitation.name ?? "",
    problem,
  }: {
    token: string;
    link: InvitationLink;
    visitor: Visitor | null;
    name?: string;
    problem?: FormProblem;
  },
): Promise<PreparedResponse> {
  const { basePath } = deps.options;
  const { role, expiresAt, email = "" } = invitation;
  const account = isMailed
    ? html`<p>You sign in with the address <strong>${email}</strong>.</p>`
    : html`<p>The link makes a new account without an email address. If you already have an account here, ${visitor === null ? html`<a href="${basePath}/sign-in">sign in</a> first` : html`accept as <a href="${basePath}/${invitationsPage}"><bdi>${visitor.user.name}</bdi></a> instead`}.</p>`;
  const body = html`${problem && message("problem", problem.message, "alert")}
<p>You are invited to <strong><bdi>${organizationName}</bdi></strong> as <strong>${role}</strong>: you can ${abilities[role]}. The link works once, until ${timeOf(expiresAt)}.</p>
${account}
<form method="post" action="${basePath}/${joinPage}">
<input type="hidden" name="token" value="${token}">
${inputField({ name: "name", label: "Your name", ...(isMailed && { hint: "For a new account. An account that you have keeps its name." }), value: name, errors: problem?.fields, longest: 200, isRequired: true, autocomplete: "name" })}
<p class="actions">${submitButton("Accept and sign in", { tone: "main" })}</p>
</form>`;
  const headers = { "set-cookie": linkCookie(cookiePlaceOf(request, deps)) };
  return pageResponse(plainPage(basePath, { title: "Invitation", body }), problem?.status ?? 200, headers);
}

function overLink(): SignInRefusedError {
  return new SignInRefusedError(
    "This invitation link is not valid: it was used, has expired, or the invitation was revoked. Ask for a new link.",
  );
}
