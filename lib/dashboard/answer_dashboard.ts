import { message } from "./design/components.ts";
import {
  clientGone,
  emptyResponse,
  type ExchangeRecord,
  type PreparedResponse,
  ProblemError,
  clientSignal,
  targetRefusal,
} from "../http/mod.ts";
import { authorizePage, toAdminProblem } from "../api/mod.ts";
import { cutPastedKeys } from "../base/secrets/secret_forms.ts";
import { PeopleRefusedError } from "../api/people/mod.ts";
import { jsonResponse, pageResponse, seeOther, wantsJson } from "./frame/answers.ts";
import { findAsset } from "./assets/assets.ts";
import { describeError, type FormProblem } from "./form/form_problem.ts";
import { findPage, type FoundPage } from "./routes.ts";
import {
  foreignForm,
  formTokenOf,
  hasFormToken,
  requireSameOrigin,
  FormRefusedError,
} from "./form/form_guard.ts";
import { html } from "../base/text/html.ts";
import { plainPage, showPage } from "./frame/layout.ts";
import { OpenIdProviderError } from "./sign_in/openid_provider.ts";
import { originOf } from "./origin_of.ts";
import { openAuthorization } from "./pages/authorize/open_authorization.ts";
import { answerEmailAddress } from "./pages/email_address.ts";
import { answerInvitations, invitationsPage } from "./pages/members/invitations.ts";
import {
  answerOrganizations,
  newOrganizationLink,
  newOrganizationPage,
  organizationsPage,
} from "./pages/organization/organizations.ts";
import { answerSessions, sessionsPage } from "./pages/sessions.ts";
import { type Places, placesOf, readFrame } from "./places_of.ts";
import { type FormKind, readForm } from "./form/read_form.ts";
import type { Client } from "./sign_in/client.ts";
import { addressPage } from "./sign_in/link_addresses.ts";
import { usedReturnCookie } from "./sign_in/return_path.ts";
import { sessionEnded } from "./sign_in/session_ended.ts";
import type { SignIn } from "./sign_in/sign_in.ts";
import {
  type DashboardDeps,
  type DashboardRoute,
  type PersonalVisit,
  type Visit,
  type Visitor,
} from "./visit.ts";

/** Dependencies of {@link answerDashboard}, with the facts of the request for logs and traces. */
interface RequestDeps extends DashboardDeps {
  about: ExchangeRecord;
}

/** The parts of a dashboard that handle a request. */
export interface DashboardParts {
  deps: RequestDeps;
  signIn: SignIn;
}

/** Pages outside of any organization, besides those for the sign-in. */
const personalPages: ReadonlySet<string> = new Set([
  "",
  invitationsPage,
  sessionsPage,
  addressPage,
  organizationsPage,
  newOrganizationPage,
]);

const methods: readonly string[] = ["GET", "HEAD", "POST"];

/** Handles a request to the dashboard. Errors become an error page. Work for a client that is gone stops before the next step. */
export async function answerDashboard(
  path: string,
  request: Request,
  parts: DashboardParts,
  client: Client,
): Promise<PreparedResponse> {
  return dispatch(path, request, parts, client).catch((error: unknown) =>
    clientSignal(request).aborted ? emptyResponse(clientGone) : errorPage(error, parts.deps),
  );
}

async function dispatch(
  path: string,
  request: Request,
  { deps, signIn }: DashboardParts,
  client: Client,
): Promise<PreparedResponse> {
  const { basePath } = deps.options;
  const refusal = targetRefusal(path);
  if (refusal !== undefined) throw new ProblemError("malformed-path", refusal);
  if (!methods.includes(request.method)) {
    const headers = { allow: methods.join(", ") };
    throw new ProblemError("method-not-allowed", "The dashboard supports GET, HEAD and POST", { headers });
  }
  const page = path.slice(basePath.length + 1);
  const match = findPage(page);
  if (match !== undefined) deps.about.route = `${basePath}/o/${match.route.path}`;
  else if (personalPages.has(page) || signIn.hasPage(page)) deps.about.route = path;
  const asset = page.startsWith("assets/") ? await findAsset(page.slice("assets/".length)) : undefined;
  if (asset !== undefined) return asset;
  const { search } = new URL(request.url);
  const withoutKeys = cutPastedKeys(search);
  // A key that a browser without the script sent with a search leaves the address before anything else reads it.
  if (request.method !== "POST" && withoutKeys !== search) return seeOther(path + withoutKeys);
  if (request.method === "POST") requireSameOrigin(request, originOf(request, deps));
  if (signIn.hasPage(page)) return signIn.answer(page, request, client);
  const slug = match?.params["organization"];
  // A form can take long to arrive, so the permissions for it are read afterwards.
  const knownId = match && request.method !== "POST" ? signIn.knownUserOf(request) : undefined;
  const early = knownId === undefined ? undefined : placesOf({ id: knownId }, slug, deps);
  const visitor = await signIn.find(request, { isUse: match?.route.isPolled !== true });
  clientSignal(request).throwIfAborted();
  if (visitor === null) {
    if (request.method !== "POST" || match?.route.showAgain === undefined) return signIn.refuse(request);
    const form = await readForm(request, formKindOf(match.route, deps));
    return sessionEnded(request, form, deps.options);
  }
  const isKnown = visitor.user.id === knownId && visitor.only === undefined;
  const places = isKnown ? early : undefined;
  const answer = await answerVisitor({ page, match, request, visitor, places }, { deps, signIn });
  const cookie = visitor.cookie ?? usedReturnCookie(request, deps);
  const isFree = answer.headers["set-cookie"] === undefined;
  return cookie === undefined || !isFree ? answer : answer.withHeaders({ "set-cookie": cookie });
}

/** A request of a signed-in user. */
interface SignedInRequest {
  /** Path below the dashboard's base path. */
  page: string;
  match: FoundPage | undefined;
  request: Request;
  visitor: Visitor;
  /** The organizations, if they were read together with the session. */
  places: Places | undefined;
}

async function answerVisitor(
  { page, match, request, visitor, places: early }: SignedInRequest,
  { deps, signIn }: DashboardParts,
): Promise<PreparedResponse> {
  const formToken = formTokenOf(visitor.secret);
  const isSent = request.method === "POST" && match?.route.hasUpload !== true;
  const form = isSent ? await readForm(request, formKindOf(match?.route, deps), formToken) : new FormData();
  const isSigned = !isSent || hasFormToken(request, form, formToken);
  if (!isSigned && match?.route.showAgain === undefined) throw foreignForm();
  if (page === "sign-out" || page === "sign-out-everywhere") return signIn.end(request, visitor, page);
  const { user, stored, only } = visitor;
  const personal = { ...deps, request, user, stored, only, formToken, form };
  if (page === invitationsPage || page.startsWith(`${invitationsPage}/`))
    return answerInvitations(page, personal);
  if (page === sessionsPage || page.startsWith(`${sessionsPage}/`))
    return answerSessions(page, personal, visitor.secret);
  if (page === addressPage) return answerEmailAddress(personal);
  if (page === authorizePage) return openAuthorization(personal);
  if (page === organizationsPage || page === newOrganizationPage) return answerOrganizations(page, personal);
  const places = early ?? placesOf(visitor.user, match?.params["organization"], deps, only);
  if (page === "") return welcome((await places.listed).organizations, personal);
  if (match === undefined) throw new ProblemError("path-not-found", "This page does not exist");
  const found = await places.requested;
  clientSignal(request).throwIfAborted();
  if (found === null) {
    throw new ProblemError("not-found", "This organization does not exist, or you are not a member of it");
  }
  if (request.method !== "POST") deps.api.admin.shareReads(found);
  if (!isSigned && wantsJson(request)) {
    // The script sends the text again, unless another user has signed in since.
    return jsonResponse({ message: foreignForm().message, formToken, userId: visitor.user.id }, 403);
  }
  const { actor } = found;
  const { params, route } = match;
  const url = new URL(request.url);
  const { postFields } = found.organization;
  const named = visitor.user.organizations?.find(({ slug }) => slug === actor.organizationSlug);
  const organization = { ...(named ?? found.organization), ...(postFields !== undefined && { postFields }) };
  const isNow = route.isPolled !== true && visitor.user.organizations === undefined && only === undefined;
  const frame = readFrame(places, { visitor, actor, isNow }, deps);
  // A response without the frame waits for its writes, and ignores its failure.
  const settled = Promise.allSettled([frame]);
  const visit = { ...personal, url, params, organization, actor, frame };
  const { path, showAgain } = route;
  const isRefused = !isSigned && showAgain !== undefined;
  const handled = isRefused ? { path, POST: async () => showAgain(visit, signedInAgain) } : route;
  const answer = await answerVisit(visit, handled);
  await settled;
  return answer;
}

const signedInAgain: FormProblem = {
  status: 403,
  message:
    "You signed in again after this page was opened, so nothing was saved. Your text is below: save it.",
  fields: {},
};

function formKindOf(route: DashboardRoute | undefined, { api }: DashboardDeps): FormKind {
  const { bodyBytes } = api.options.limits;
  return route?.showAgain !== undefined ? { bodyBytes, textBytes: bodyBytes } : { bodyBytes };
}

async function answerVisit(visit: Visit & RequestDeps, route: DashboardRoute): Promise<PreparedResponse> {
  try {
    const handler = visit.request.method === "POST" ? route.POST : route.GET;
    if (handler !== undefined) return await handler(visit);
    const headers = { allow: [route.GET && "GET, HEAD", route.POST && "POST"].filter(Boolean).join(", ") };
    throw new ProblemError("method-not-allowed", `This page supports ${headers.allow}`, { headers });
  } catch (error) {
    clientSignal(visit.request).throwIfAborted();
    // If the frame cannot be read, the error is shown without it, and reported once.
    await visit.frame;
    const { status, title, detail, headers } = explain(error, visit);
    const body = message("problem", detail);
    return showPage(visit, { title, section: "none", body }, status, headers);
  }
}

/** Redirects to the first organization, since every page's URL names the active one. Without organizations, shows the invitations. */
async function welcome(
  organizations: readonly { slug: string }[],
  visit: PersonalVisit,
): Promise<PreparedResponse> {
  const { api, options, user, only } = visit;
  const { basePath } = options;
  const [first] = organizations;
  if (first !== undefined) return seeOther(`${basePath}/o/${encodeURIComponent(first.slug)}`);
  if (
    user.organizations === undefined &&
    only === undefined &&
    (await api.invitations.allOfUser(user.id, { most: 1 })).length > 0
  ) {
    return seeOther(`${basePath}/${invitationsPage}`);
  }
  const body = html`<p>You are not a member of an organization yet. Ask a manager of an organization to invite you.</p>
${await newOrganizationLink(visit)}`;
  return pageResponse(plainPage(basePath, { title: "No organization", body }));
}

function errorPage(error: unknown, deps: RequestDeps): PreparedResponse {
  const { status, title, detail, headers } = explain(error, deps);
  const { basePath } = deps.options;
  const body = html`${message("problem", detail)}
<p><a href="${basePath}">Go to the dashboard</a></p>`;
  return pageResponse(plainPage(basePath, { title, body }), status, headers);
}

/** Returns the problem in words for the visitor, and reports server errors to the host. */
function explain(
  error: unknown,
  { api, about }: RequestDeps,
): { status: number; title: string; detail: string; headers: Record<string, string> } {
  if (error instanceof PeopleRefusedError) {
    return { status: error.status, title: "This was refused", detail: error.message, headers: {} };
  }
  if (error instanceof FormRefusedError) {
    return { status: 403, title: "The form was refused", detail: error.message, headers: {} };
  }
  if (error instanceof OpenIdProviderError) {
    about.error = error;
    reportSafely(api.options.onError, error);
    const detail =
      "Your sign-in provider does not respond correctly. Try again in a few minutes, or use a sign-in link.";
    return { status: 503, title: "Sign-in is not available", detail, headers: { "retry-after": "30" } };
  }
  const problem = toAdminProblem(error);
  if (problem.status >= 500) {
    about.error = error;
    reportSafely(api.options.onError, error);
  }
  const { status, title } = problem.toDetail("");
  return { status, title, detail: describeError(error), headers: { ...problem.headers } };
}

/** Calls the host's error hook. If the hook throws, the visitor still gets a response. */
function reportSafely(onError: (error: unknown) => void, error: unknown): void {
  try {
    onError(error);
  } catch {
    // The hook itself failed, so there is nowhere to report this error.
  }
}
