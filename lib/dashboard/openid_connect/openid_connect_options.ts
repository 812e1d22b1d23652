/**
 * The OpenID provider by which users sign in: OpenID Connect Core 1.0, the authorization code flow with PKCE (RFC 7636). The provider is
 * asked for the user's email address; the user of that address must be there already.
 */
export interface OpenIdConnectOptions {
  /**
   * The provider's issuer, under which its discovery document is: an https URL such as `https://id.example`; on this machine
   * (`localhost`, `127.0.0.1`, `[::1]`) http, too.
   */
  issuer: string;
  /** The id that the provider gave the dashboard. */
  clientId: string;
  /** The secret that belongs to the id. Default: none, for a public client. */
  clientSecret?: string;
  /** What the provider is asked for, separated by spaces: `openid` among it. Default: `openid email`. */
  scopes?: string;
  /** What the button calls the provider, 1 to 100 characters. Default: the issuer's host. */
  name?: string;
}

/** The options with their defaults. */
export interface ResolvedOpenIdConnectOptions {
  issuer: URL;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  name: string;
}

/** Tells that an option is not as its rule says. */
export type NotAllowed = (name: string, rule: string, value: unknown) => RangeError;

/**
 * Fills in the defaults and checks every value.
 *
 * @throws {RangeError} that names the option, what is allowed, and the value unless it is the secret
 */
export function resolveOpenIdConnect(
  { issuer, clientId, clientSecret, scopes = "openid email", name }: OpenIdConnectOptions,
  notAllowed: NotAllowed,
): ResolvedOpenIdConnectOptions {
  if (!isIssuer(issuer)) {
    const rule = "an https URL without query and fragment, or an http one of this machine";
    throw notAllowed("openIdConnect.issuer", rule, issuer);
  }
  if (!isText(clientId)) throw notAllowed("openIdConnect.clientId", "a text that is not empty", clientId);
  if (clientSecret !== undefined && !isText(clientSecret)) {
    throw notAllowed("openIdConnect.clientSecret", "a text that is not empty", "not shown");
  }
  if (!isText(scopes) || !scopes.split(" ").includes("openid")) {
    throw notAllowed("openIdConnect.scopes", 'scopes between spaces, "openid" among them', scopes);
  }
  const url = new URL(issuer);
  const shown = name ?? url.host;
  if (!isText(shown) || shown.length > 100) {
    throw notAllowed("openIdConnect.name", "1 to 100 characters", shown);
  }
  return { issuer: url, clientId, clientSecret, scopes, name: shown };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}
