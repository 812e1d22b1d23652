import {
  type ComposableHandler,
  emptyResponse,
  fetchBy,
  finish,
  type ResponseSurface,
  toComposableHandler,
} from "../exchange/mod.ts";
import { type HandleIncoming, splitTarget, targetOf } from "../http/mod.ts";
import { answerDashboard } from "./answer_dashboard.ts";
import {
  checkDashboardApi,
  type DashboardApi,
  type DashboardOptions,
  resolveDashboardOptions,
} from "./dashboard_options.ts";
import { invitationsPage } from "./pages/invitations.ts";
import { SignIn } from "./sign_in.ts";

/** The dashboard: no cache keeps its pages but where they say so, and its sessions are its own. */
const surface: ResponseSurface = {
  hasEtags: false,
  completeHeaders: (headers) => ({ ...headers, "x-content-type-options": "nosniff" }),
  toProblemResponse: ({ status }) => emptyResponse(status),
};

/** The dashboard of an API. */
export interface Dashboard {
  /** Whether an absolute URL is one of the dashboard's, so that a host need not ask the handler for every request. */
  isAt(url: string): boolean;
  /** Handles a request by HatTip's interface. Another path is passed on, as by the handler of the API. */
  handler: ComposableHandler;
  /** Handles a request by the Fetch interface. A path that is not its own is answered with 404. */
  fetch(request: Request): Promise<Response>;
  /** The address of a page by which a user signs in once, with the token of `api.sessions.createLink`. */
  signInUrl(token: string, origin: string): string;
  /** The address of the page where invited users accept, for `invitationsUrl` of the API and for mails. */
  invitationsUrl(origin: string): string;
}

/**
 * Creates the dashboard of an API: pages by which the members of an organization manage its posts, knowledge base, API keys and members.
 * They are made on the server, and work without a script. Users sign in by one-time links, unless the host says who they are (`identify`).
 *
 * @throws {InvalidOptionError} when an option is unknown, or its value is not allowed
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
  const deps = { api, options };
  const parts = { deps, signIn: new SignIn(deps) };
  const below = `${basePath}/`;
  const isOwn = (path: string): boolean => path === basePath || path.startsWith(below);
  const handle: HandleIncoming = (incoming) => {
    const { path } = splitTarget(incoming.target);
    const match = { surface, route: { path: "" } };
    const request = { incoming, match, now: api.options.clock.now(), about: { route: undefined } };
    if (isOwn(path)) {
      const response = answerDashboard(path, incoming.request, parts);
      return response.then((answered) => finish(answered, request, { caller: null }));
    }
    if (incoming.passOn()) return undefined;
    return finish(emptyResponse(404), request, { caller: null });
  };
  const handler = toComposableHandler(handle);
  return {
    // Most addresses do not even hold the base path, and need not be cut.
    isAt: (url) => url.includes(basePath) && isOwn(splitTarget(targetOf(url)).path),
    handler,
    fetch: fetchBy(handler),
    signInUrl: (token, origin) => `${origin}${basePath}/sign-in?token=${token}`,
    invitationsUrl: (origin) => `${origin}${basePath}/${invitationsPage}`,
  };
}
