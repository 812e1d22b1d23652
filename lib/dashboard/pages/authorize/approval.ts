import type { ListedApiKey } from "../../../access/mod.ts";
import { isLoopback } from "../../../base/public_address.ts";
import { isPermitted, type OAuth } from "../../../api/mod.ts";
import type { AuthorizationRequest } from "../../../api/oauth/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { message, submitButton } from "../../design/components.ts";
import { allowRedirectTo, pageResponse, seeOther } from "../../frame/answers.ts";
import { assistantsPage, plainPage, tokenInput } from "../../frame/layout.ts";
import { formIdInput, isSentFirst } from "../../form/form_id.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { textOf } from "../../form/read_form.ts";
import { dayOf } from "../../format/format.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { sentKeyForm } from "../api_keys/key_fields.ts";
import { keyFields, readKeyForm } from "../api_keys/key_form.ts";
import { orRefuse } from "./open_authorization.ts";

/** Value of the choice of a new key. */
const newKey = "new";

/** Asks the user to connect an assistant to a key. */
export const askForApproval: PageHandler = async (visit) =>
  orRefuse(visit, async () => showApproval(visit, await readRequest(visit)));

/** Connects the assistant to the chosen key, or tells it that the user refused. The browser returns to the assistant. */
export const answerApproval: PageHandler = async (visit) =>
  orRefuse(visit, async () => {
    const { oauth, request } = await readRequest(visit);
    const headers = allowRedirectTo(request.redirectUri);
    if (textOf(visit.form, "act") !== "allow") return seeOther(oauth.denialOf(request), headers);
    return orShowAgain(
      async () => seeOther(await connect(visit, { oauth, request }), headers),
      (problem) => showApproval(visit, { oauth, request }, problem),
      sentKeyForm(visit.form),
    );
  });

interface ReadRequest {
  oauth: OAuth;
  request: AuthorizationRequest;
}

async function readRequest({ api, url, user, organization }: Visit): Promise<ReadRequest> {
  const oauth = await api.oauth?.();
  const request = await oauth?.readRequest(url.searchParams, user.id);
  if (oauth === undefined || request?.organizationSlug !== organization.slug) {
    throw new ProblemError("path-not-found", "This page does not exist");
  }
  return { oauth, request };
}

/**
 * Connects the assistant to the chosen key, which is generated first if the user has chosen a new one. Nobody knows the value of this key, so a
 * failed connection revokes it. Returns the address that brings the code to the assistant.
 *
 * @throws {InvalidInputError} if no key was chosen, or the form was sent twice
 */
async function connect(visit: Visit, { oauth, request }: ReadRequest): Promise<string> {
  const { actor, api, form } = visit;
  const chosen = textOf(form, "key");
  if (chosen === "") throw refusedKey("must be chosen");
  if (chosen !== newKey) return oauth.approve(actor, request, chosen);
  const keyId = await generatedKey(visit);
  try {
    return await oauth.approve(actor, request, keyId);
  } catch (error) {
    await api.admin.apiKeys.revoke({ actor, keyId });
    throw error;
  }
}

/** @throws {InvalidInputError} if the form was sent twice */
async function generatedKey(visit: Visit): Promise<string> {
  const input = readKeyForm(visit);
  if (!(await isSentFirst(visit, "keys:manage"))) {
    throw refusedKey("was generated already, because this form was sent twice");
  }
  return (await visit.api.admin.apiKeys.generate(visit.actor, input)).id;
}

function refusedKey(message: string): InvalidInputError {
  return new InvalidInputError("Cannot connect the assistant", [{ pointer: "/key", message }]);
}

async function showApproval(
  visit: Visit,
  { oauth, request }: ReadRequest,
  problem?: FormProblem,
): Promise<PreparedResponse> {
  const { organization, user, options, url } = visit;
  const { client, redirectUri } = request;
  const keys = (await oauth.keysOf(visit.actor)).filter(({ disabledAt }) => disabledAt === undefined);
  const isManager = isPermitted(visit.actor, "keys:manage");
  const { host, hostname } = new URL(redirectUri);
  const isLocal = isLoopback(hostname);
  const action = pathTo(visit, "authorize") + url.search;
  const body = html`${problem && message("problem", problem.message, "alert")}
<p><strong><bdi>${client.name}</bdi></strong> asks to use <strong>${organization.name}</strong> for you, <bdi>${user.name}</bdi>. It will send its requests from</p>
<p class="client-host">${isLocal ? "this computer" : host}</p>
${isLocal && message("note", html`A program on this computer (<code>${host}</code>) asks. Any program here can call itself <bdi>${client.name}</bdi>. Go on only if you have just started to connect it.`)}
${origin(client.host, isLocal ? undefined : host)}
<form method="post" action="${action}">
${tokenInput(visit)}
${formIdInput(visit)}
<fieldset>
<legend>Which key may it use?</legend>
${keys.map((key) => keyChoice(key, textOf(visit.form, "key")))}${isManager && html`<label><input type="radio" name="key" value="${newKey}" required> A new key, with these settings:</label>\n`}
${keys.length === 0 && !isManager && html`<p>You have no key, and your role does not include making one. Ask a member who manages keys.</p>`}
</fieldset>
${isManager && (await newKeyFields(visit, request, problem))}
<p>It gets no key itself. Its access has the permissions, the daily limit and the networks of the key, and ends with it. Disconnect it at any time under <a href="${pathTo(visit, assistantsPage)}">Your assistants</a>.</p>
<p class="actions">${(keys.length > 0 || isManager) && submitButton("Allow", { tone: "main", attributes: html` name="act" value="allow"` })}
${submitButton("Refuse", { attributes: html` name="act" value="refuse" formnovalidate` })}</p>
</form>`;
  const page = plainPage(options.basePath, { title: "Connect an assistant?", body });
  return pageResponse(page, problem?.status ?? 200, allowRedirectTo(redirectUri));
}

/** Renders how far the name of the assistant is known to be its own. */
function origin(document: string | undefined, host: string | undefined): Html {
  if (document === undefined) {
    return html`<p class="hint">It has chosen this name itself, and nobody has verified it.</p>`;
  }
  return html`<p class="hint">${document === host ? "This site also publishes its name." : html`The site <strong>${document}</strong> publishes its name.`}</p>`;
}

function keyChoice({ id, name, start, permissions, expiresAt }: ListedApiKey, chosen: string): Html {
  return html`<label><input type="radio" name="key" value="${id}" required${id === chosen && html` checked`}> <bdi>${name}</bdi> <span class="hint"><code>${start}…</code> ${permissions?.join(", ") ?? "all your permissions"}${expiresAt !== undefined && html`, until ${dayOf(expiresAt)}`}</span></label>\n`;
}

/** The fields count only if the user chooses a new key. */
async function newKeyFields(
  visit: Visit,
  { client }: AuthorizationRequest,
  problem: FormProblem | undefined,
): Promise<Html> {
  const { perDay: most } = await visit.api.admin.apiKeys.defaultRateLimit(visit.actor);
  return html`<div class="new-key">
${keyFields(visit, { problem, entered: visit.form, most, name: client.name })}
</div>`;
}
