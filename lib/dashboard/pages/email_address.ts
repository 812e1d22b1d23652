import type { SessionUser } from "../../api/mod.ts";
import { MailFailedError, PeopleRefusedError } from "../../api/people/mod.ts";
import { AlreadyExistsError } from "../../base/errors.ts";
import { html, type Html } from "../../base/text/html.ts";
import { type PreparedResponse, ProblemError } from "../../http/mod.ts";
import { linkButton, message, submitButton } from "../design/components.ts";
import { inputField } from "../design/field.ts";
import { type FormProblem, orShowAgain } from "../form/form_problem.ts";
import { textOf } from "../form/read_form.ts";
import { pageResponse, seeOther } from "../frame/answers.ts";
import { plainPage, tokenInput } from "../frame/layout.ts";
import { noticeOf, noticeView } from "../frame/notices.ts";
import { addressPage, canMailLinks, linkAddresses } from "../sign_in/link_addresses.ts";
import type { PersonalVisit } from "../visit.ts";

const overLink =
  "This link is not valid for your account: it was used, has expired, or you have requested a newer one. Enter the address again.";
const taken = "Another user of this server has this address. Use another address, or sign in as that user.";

/** Serves the page where a user without an email address adds one. The link of a mail proves the address. */
export async function answerEmailAddress(visit: PersonalVisit): Promise<PreparedResponse> {
  const { options, request, form } = visit;
  // The users of hosts with their own sign-in are elsewhere.
  if (options.identify !== undefined) throw new ProblemError("path-not-found", "This page does not exist");
  if (request.method !== "POST") {
    const { searchParams } = new URL(request.url);
    const token = searchParams.get("token");
    return token === null ? showAddress(visit) : showProof(visit, token);
  }
  const action = textOf(form, "token") === "" ? mailProof(visit) : confirm(visit);
  return orShowAgain(
    () => action,
    (problem) => showAddress(visit, problem),
  );
}

async function mailProof(visit: PersonalVisit): Promise<PreparedResponse> {
  const { api, form, request } = visit;
  const { addresses } = await api.people();
  try {
    if (!canMailLinks(visit)) throw new PeopleRefusedError(409, "This server cannot mail links");
    const { proof } = linkAddresses(request, visit);
    const to = await addresses.request(sessionOf(visit), textOf(form, "email"), proof);
    const body = html`<p>A link is on its way to <strong>${to}</strong>. Open it in this browser within an hour. The address counts from then on.</p>
<p>Nothing arrived? Look into the spam folder, and check the address.</p>`;
    return page(visit, body);
  } catch (error) {
    if (error instanceof PeopleRefusedError)
      return showAddress(visit, { status: error.status, message: error.message, fields: {} });
    if (!(error instanceof MailFailedError)) throw error;
    api.options.onError(error);
    const text = "The mail could not be sent. The operator of this server finds the reason in its log.";
    return showAddress(visit, { status: 502, message: text, fields: {} });
  }
}

async function confirm(visit: PersonalVisit): Promise<PreparedResponse> {
  const { addresses } = await visit.api.people();
  const refused = (status: number, text: string): Promise<PreparedResponse> =>
    showAddress(visit, { status, message: text, fields: {} });
  try {
    const email = await addresses.confirm(sessionOf(visit), textOf(visit.form, "token"));
    if (email === null) return await refused(403, overLink);
    return seeOther(`${visit.options.basePath}/${addressPage}?done=address-added`);
  } catch (error) {
    if (error instanceof PeopleRefusedError) return refused(error.status, error.message);
    if (error instanceof AlreadyExistsError) return refused(409, taken);
    throw error;
  }
}

/** Shows the page of a link. Opening it changes nothing, because mail scanners open links, too. */
async function showProof(visit: PersonalVisit, token: string): Promise<PreparedResponse> {
  const { addresses } = await visit.api.people();
  const email = await addresses.find(sessionOf(visit), token);
  if (email === null) return showAddress(visit, { status: 403, message: overLink, fields: {} });
  const body = html`<p>Use <strong>${email}</strong> as the address of your account <strong><bdi>${visit.user.name}</bdi></strong>? Sign-in links can then be mailed to it.</p>
<form method="post" action="${visit.options.basePath}/${addressPage}">${tokenInput(visit)}
<input type="hidden" name="token" value="${token}">
<p class="actions">${submitButton("Use this address", { tone: "main" })}</p>
</form>`;
  return page(visit, body);
}

async function showAddress(visit: PersonalVisit, problem?: FormProblem): Promise<PreparedResponse> {
  const { stored, request } = visit;
  const notice = noticeOf(new URL(request.url).searchParams.get("done"));
  const email = stored?.email;
  const body = html`${notice && noticeView(notice)}${problem && message("problem", problem.message, "alert")}
${email === undefined ? addressForm(visit, problem) : html`<p>The address of your account is <strong>${email}</strong>. Sign-in links can be mailed to it.</p>`}`;
  return page(visit, body, problem?.status);
}

function addressForm(visit: PersonalVisit, problem: FormProblem | undefined): Html {
  if (visit.only !== undefined) {
    return html`<p>Your account has no email address. The link that signed you in opens one organization, so you cannot add one here. Ask the operator of this server for a link, or an owner of the organization to invite your address.</p>`;
  }
  if (!canMailLinks(visit)) {
    return html`<p>Your account has no email address. This server cannot send mail to prove one, so you cannot add it here. Ask the operator of this server.</p>`;
  }
  const email = textOf(visit.form, "email");
  return html`<p>Your account has no email address. With one, sign-in links can be mailed to you.</p>
<form method="post" action="${visit.options.basePath}/${addressPage}">${tokenInput(visit)}
${inputField({ name: "email", label: "Your email address", type: "email", hint: "You get a mail with a link. The address counts once you have opened it.", value: email, errors: problem?.fields, longest: 254, isRequired: true, autocomplete: "email" })}
<p class="actions">${submitButton("Send the link", { tone: "main" })}</p>
</form>`;
}

function page(visit: PersonalVisit, body: Html, status = 200): PreparedResponse {
  const { basePath } = visit.options;
  const whole = html`${body}
<p class="actions">${linkButton("Go to the dashboard", basePath)}</p>`;
  return pageResponse(plainPage(basePath, { title: "Your email address", body: whole }), status);
}

function sessionOf({ user, only }: PersonalVisit): SessionUser {
  return { userId: user.id, only };
}
