import type { Awaitable } from "../awaitable.ts";
import { isBasePath } from "../base_path.ts";
import { callback, type Check, fields, type Place, refuse, rule, textRule } from "../check_options.ts";
import type { PublicApi } from "../create_public_api.ts";
import {
  type OpenIdConnectOptions,
  openIdConnectCheck,
  type ResolvedOpenIdConnectOptions,
  resolveOpenIdConnect,
} from "./openid_connect/openid_connect_options.ts";

/** A user whom the host has signed in. */
export interface DashboardUser {
  /** The id under which the API knows the user. */
  id: string;
  /** What the dashboard calls the user. */
  name: string;
  /** Where the host keeps its own users or organizations: those of this user. Default: what the storage says. */
  organizations?: readonly { slug: string; name: string }[];
}

/** Options of `createDashboard`. */
export interface DashboardOptions {
  /**
   * What stands before the paths of the dashboard: segments of letters, digits, `-`, `.`, `_` and `~`, without a slash at the end.
   * Default: `/dashboard`.
   */
  basePath?: string;
  /**
   * Where browsers see the dashboard, such as `https://cms.example`: needed where a proxy ends TLS, since cookies are `Secure` only
   * under https. Default: what each request names.
   */
  origin?: string;
  /**
   * Where clients reach the public API, such as `https://api.example`: for links, and the `curl` line of a new key.
   * Default: the dashboard's own origin.
   */
  apiOrigin?: string;
  /**
   * Who sends a request, or null for nobody: for hosts that sign users in themselves. Asked for every request.
   * Default: users sign in by one-time links (`api.sessions.createLink`).
   */
  identify?: (request: Request) => Awaitable<DashboardUser | null>;
  /** Where the host signs users in, a path or an absolute URL; only together with `identify`. Default: the page says nothing of it. */
  signInUrl?: string;
  /** The OpenID provider by which users can sign in, too; not together with `identify`. Default: none. */
  openIdConnect?: OpenIdConnectOptions;
}

/** What the dashboard needs of an API. */
export type DashboardApi = Pick<
  PublicApi,
  "admin" | "fetch" | "invitations" | "options" | "organizations" | "sessions" | "users"
>;

/** The options with their defaults. */
export interface ResolvedDashboardOptions {
  basePath: string;
  origin: string | undefined;
  apiOrigin: string | undefined;
  identify: DashboardOptions["identify"];
  signInUrl: string | undefined;
  openIdConnect: ResolvedOpenIdConnectOptions | undefined;
}

const action = "create the dashboard";

const origin = textRule("an origin such as https://cms.example", isOrigin);

const optionsCheck = fields<DashboardOptions>({
  basePath: textRule(
    'a path such as "/dashboard", of letters, digits, "-", ".", "_" and "~", without a slash at its end',
    isBasePath,
  ),
  origin,
  apiOrigin: origin,
  identify: callback,
  signInUrl: textRule("a path or an http or https URL", isLink),
  openIdConnect: openIdConnectCheck,
});

const apiCheck: Check = rule("the API that createPublicApi returns", (value) => {
  const { admin, options } = (value ?? {}) as Partial<Record<keyof DashboardApi, unknown>>;
  return typeof admin === "object" && typeof options === "object";
});

/** @throws {InvalidOptionError} when a value is no API */
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
    basePath = "/dashboard",
    origin: ownOrigin,
    apiOrigin,
    identify,
    signInUrl,
    openIdConnect,
  } = options;
  if (signInUrl !== undefined && identify === undefined) {
    refuse(at("signInUrl"), "given together with identify", signInUrl);
  }
  if (openIdConnect !== undefined && identify !== undefined) {
    refuse(at("openIdConnect"), "left out where identify is given", openIdConnect.issuer);
  }
  const provider = openIdConnect && resolveOpenIdConnect(openIdConnect);
  return { basePath, origin: ownOrigin, apiOrigin, identify, signInUrl, openIdConnect: provider };
}

function at(option: string): Place {
  return { action, option };
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function isLink(text: string): boolean {
  return (
    URL.canParse(text, "http://localhost") && new URL(text, "http://localhost").protocol.startsWith("http")
  );
}
