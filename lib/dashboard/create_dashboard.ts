import {
  type ComposableHandler,
  createAddressFinder,
  emptyResponse,
  type ExchangeRecord,
  fetchBy,
  finish,
  type Incoming,
  type Outgoing,
  type PreparedResponse,
  type ResponseSurface,
  toComposableHandler,
  type HandleIncoming,
  splitTarget,
  targetOf,
  traceRequests,
} from "../http/mod.ts";
import { answerDashboard } from "./answer_dashboard.ts";
import {
  checkDashboardApi,
  type DashboardApi,
  type DashboardOptions,
  resolveDashboardOptions,
} from "./dashboard_options.ts";
import { invitationsPage } from "./pages/members/invitations.ts";
import { workAfter } from "./sign_in/client.ts";
import { SignIn } from "./sign_in/sign_in.ts";
import { UploadSlots } from "./form/upload_slots.ts";

/**
 * The pages have no ETags, and each sets its own cache headers. They show texts of clients beside the form token, so they are not compressed
 * (BREACH).
 */
const surface: ResponseSurface = {
  hasEtags: false,
  hasSecrets: true,
  completeHeaders: (headers) => ({ ...headers, "x-content-type-options": "nosniff" }),
  toProblemResponse: ({ status }) => emptyResponse(status),
};

/** Scripts, styles and icons hold no secret. */
const assetSurface: ResponseSurface = { ...surface, hasSecrets: false };

/** The dashboard of an API. */
export interface Dashboard {
  /** True if an absolute URL belongs to the dashboard, so that a host can route requests without calling the handler. */
  isAt(url: string): boolean;
  /** HatTip handler. Requests to other paths are passed on, as with the handler of the API. */
  handler: ComposableHandler;
  /** Fetch handler. Requests to other paths get 404. */
  fetch(request: Request): Promise<Response>;
  /** Returns the URL of the page where a user signs in once, with the token of `api.sessions.createLink`. */
  signInUrl(token: string, origin: string): string;
  /** Returns the URL of the page where invited users accept, for `invitationsUrl` of the API and for emails. */
  invitationsUrl(origin: string): string;
}

/**
 * Creates the dashboard of an API: pages where the members of an organization manage posts, knowledge base, API keys, members
 * and webhooks. The server renders the pages, and they work without JavaScript. Users sign in with one-time links, unless the host
 * identifies them (`identify`).
 *
 * @throws {InvalidOptionError} if an option is unknown or its value is not allowed
 *
 * @example
 * ```ts
 * import { createPublicApi } from "postern";
 * import { createDashboard } from "postern/dashboard";
 * import { memoryDriver } from "postern/storage-drivers/memory";
 *
 * const api = createPublicApi({ storage: memoryDriver() });
 * const dashboard = createDashboard(api);
 * await api.organizations.create({ slug: "acme", name: "Acme", siteUrl: "https://acme.example" });
 * const { id } = await api.users.create({ name: "Ada" });
 * await api.users.addToOrganization(id, { organizationSlug: "acme", role: "owner" });
 *
 * const { token } = await api.sessions.createLink(id);
 * dashboard.signInUrl(token, "https://cms.example").startsWith("https://cms.example/dashboard/sign-in?token="); // true
 * const response = await dashboard.fetch(new Request("https://cms.example/dashboard"));
 * response.status; // 303
 * ```
 */
export function createDashboard(api: DashboardApi, given: DashboardOptions = {}): Dashboard {
  checkDashboardApi(api);
  const options = resolveDashboardOptions(given);
  const { basePath } = options;
  const deps = { api, options, uploads: new UploadSlots(api.options.clock) };
  const signIn = new SignIn(deps);
  const below = `${basePath}/`;
  const { telemetry, trustProxy } = api.options;
  const findAddress = createAddressFinder(trustProxy);
  const trace = telemetry && traceRequests(telemetry.traceRequest, trustProxy);
  const isOwn = (path: string): boolean => path === basePath || path.startsWith(below);
  const finished = (incoming: Incoming, response: PreparedResponse, about: ExchangeRecord): Outgoing => {
    // Only a static file has an ETag.
    const match = { surface: "etag" in response.headers ? assetSurface : surface, route: { path: "" } };
    return finish(response, { incoming, match, now: api.options.clock.now(), about }, { caller: null });
  };
  const respond = async (incoming: Incoming, path: string): Promise<Outgoing> => {
    const about: ExchangeRecord = { route: undefined };
    const response = await answerDashboard(
      path,
      incoming.request,
      { deps: { ...deps, about }, signIn },
      {
        address: findAddress(incoming.address, incoming.headers)?.counted,
        afterResponse: (work) => workAfter(incoming, work),
      },
    );
    return finished(incoming, response, about);
  };
  const handle: HandleIncoming = (incoming) => {
    const { path } = splitTarget(incoming.target);
    if (isOwn(path)) {
      if (trace === undefined) return respond(incoming, path);
      return trace(incoming, undefined, async () => respond(incoming, path));
    }
    if (incoming.passOn()) return undefined;
    const response = emptyResponse(incoming.refusal?.status ?? 404);
    return finished(incoming, response, { route: undefined });
  };
  const handler = toComposableHandler(handle);
  return {
    // Most URLs do not contain the base path, so the cheap check comes before parsing.
    isAt: (url) => url.includes(basePath) && isOwn(splitTarget(targetOf(url)).path),
    handler,
    fetch: fetchBy(handler),
    signInUrl: (token, origin) => `${origin}${basePath}/sign-in?token=${token}`,
    invitationsUrl: (origin) => `${origin}${basePath}/${invitationsPage}`,
  };
}
