import type { Invitations, Sessions, Users } from "../access/mod.ts";
import type { Admin, ApiOptions, OAuth, People } from "../api/mod.ts";
import type { Organizations } from "../content/mod.ts";
import type { Awaitable } from "../base/awaitable.ts";
import { defaultDashboardPath, isBasePath, isOrigin } from "../base/base_path.ts";
import {
  callback,
  type Check,
  fields,
  flag,
  type Place,
  refuse,
  rule,
  textRule,
} from "../base/input/check_options.ts";
import {
  type OpenIdConnectOptions,
  openIdConnectCheck,
  type ResolvedOpenIdConnectOptions,
  resolveOpenIdConnect,
} from "./sign_in/openid_connect_options.ts";

/** A user that the host has signed in. */
export interface DashboardUser {
  /** The id under which the API knows the user. */
  id: string;
  /** The user's display name. */
  name: string;
  /** The user's organizations, for hosts that store memberships themselves. Default: the memberships in the storage. */
  organizations?: readonly { slug: string; name: string }[];
}

/** Options of `createDashboard`. */
export interface DashboardOptions {
  /**
   * Path prefix of the dashboard: segments of letters, digits, `-`, `.`, `_` and `~`, without a slash at the end.
   * Default: `/dashboard`.
   */
  basePath?: string;
  /**
   * Origin of the dashboard in browsers, such as `https://cms.example`. Set it behind a proxy that ends TLS, because cookies are
   * `Secure` only under https. Default: the origin of each request.
   */
  origin?: string;
  /**
   * Origin of the public API for clients, such as `https://api.example`. Links and the `curl` line of a new key use it.
   * Default: the dashboard's own origin.
   */
  apiOrigin?: string;
  /**
   * Returns the user of a request, or null if nobody is signed in, for hosts with their own sign-in. Called for every request. A value of
   * another form signs nobody in.
   * Default: users sign in with one-time links (`api.sessions.createLink`).
   */
  identify?: (request: Request) => Awaitable<DashboardUser | null | undefined>;
  /** The host's sign-in page, a path or an absolute URL. Allowed only with `identify`. Default: the dashboard shows no link to it. */
  signInUrl?: string;
  /** True to let every signed-in user create organizations, at most 5 a day. Default: only operators may. Not with `identify`. */
  allowNewOrganizations?: boolean;
  /** An OpenID provider as a second way to sign in. Not allowed with `identify`. Default: none. */
  openIdConnect?: OpenIdConnectOptions;
}

/** The parts of an API that the dashboard uses. */
export interface DashboardApi {
  admin: Admin;
  fetch: (request: Request) => Promise<Response>;
  invitations: Invitations;
  options: ApiOptions;
  organizations: Organizations;
  people: () => Promise<People>;
  /** Undefined if assistants cannot sign in. */
  oauth?: (() => Promise<OAuth>) | undefined;
  sessions: Sessions;
  users: Users;
}

/** The options with their defaults. */
export interface ResolvedDashboardOptions {
  basePath: string;
  origin: string | undefined;
  apiOrigin: string | undefined;
  identify: DashboardOptions["identify"];
  allowNewOrganizations: boolean;
  signInUrl: string | undefined;
  openIdConnect: ResolvedOpenIdConnectOptions | undefined;
}

const action = "create the dashboard";

const origin = textRule("an origin such as https://cms.example", isOrigin);

const optionsCheck = fields<DashboardOptions>({
  basePath: textRule(
    'a path such as "/dashboard", of letters, digits, "-", ".", "_" and "~", without a slash at the end',
    isBasePath,
  ),
  origin,
  apiOrigin: origin,
  identify: callback,
  allowNewOrganizations: flag,
  signInUrl: textRule("a path or an http or https URL", isLink),
  openIdConnect: openIdConnectCheck,
});

const apiCheck: Check = rule("the API that createPublicApi returns", (value) => {
  const { admin, options } = (value ?? {}) as Partial<Record<keyof DashboardApi, unknown>>;
  return typeof admin === "object" && typeof options === "object";
});

/** @throws {InvalidOptionError} if a value is not an API */
export function checkDashboardApi(api: unknown): void {
  apiCheck(api, at("api"));
}

/**
 * Checks every option and fills in the defaults.
 *
 * @throws {InvalidOptionError} that names the option, the allowed values, and the value unless it is a secret
 */
export function resolveDashboardOptions(options: DashboardOptions): ResolvedDashboardOptions {
  optionsCheck(options, at(""));
  const {
    basePath = defaultDashboardPath,
    origin: ownOrigin,
    apiOrigin,
    identify,
    signInUrl,
    openIdConnect,
    allowNewOrganizations = false,
  } = options;
  if (signInUrl !== undefined && identify === undefined) {
    refuse(at("signInUrl"), "given together with identify", signInUrl);
  }
  if (openIdConnect !== undefined && identify !== undefined) {
    refuse(at("openIdConnect"), "left out where identify is given", openIdConnect.issuer);
  }
  const provider = openIdConnect && resolveOpenIdConnect(openIdConnect);
  return {
    basePath,
    origin: ownOrigin,
    apiOrigin,
    identify,
    allowNewOrganizations,
    signInUrl,
    openIdConnect: provider,
  };
}

function at(option: string): Place {
  return { action, option };
}

function isLink(text: string): boolean {
  return (
    URL.canParse(text, "http://localhost") && new URL(text, "http://localhost").protocol.startsWith("http")
  );
}
