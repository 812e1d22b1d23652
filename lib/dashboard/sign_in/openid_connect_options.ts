import { type Check, fields, secretRule, textRule } from "../../base/input/check_options.ts";

/**
 * The OpenID provider that signs users in: OpenID Connect Core 1.0, the authorization code flow with PKCE (RFC 7636). The provider
 * reports the user's email address. A user or a pending invitation with that address must already exist.
 */
export interface OpenIdConnectOptions {
  /**
   * The provider's issuer, the base URL of its discovery document: an https URL such as `https://id.example`. On this machine
   * (`localhost`, `127.0.0.1`, `[::1]`), http also works.
   */
  issuer: string;
  /** The client id that the provider assigned to the dashboard. */
  clientId: string;
  /** The client secret. Default: none, for a public client. */
  clientSecret?: string;
  /** Requested scopes, separated by spaces, including `openid`. Default: `openid email`. */
  scopes?: string;
  /** The provider's name on the sign-in button, 1 to 100 characters. Default: the issuer's host. */
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

/** Checks every option. Errors do not show the secret. */
export const openIdConnectCheck: Check = fields<OpenIdConnectOptions>(
  {
    issuer: textRule(
      "an https URL without user, password, query and fragment, or an http URL of this machine",
      isIssuer,
    ),
    clientId: textRule("a non-empty text", isText),
    clientSecret: secretRule("a non-empty text", isText),
    scopes: textRule(
      'scopes separated by spaces, including "openid"',
      (text) => isText(text) && text.split(" ").includes("openid"),
    ),
    name: textRule("1 to 100 characters", (text) => isText(text) && text.length <= 100),
  },
  ["issuer", "clientId"],
);

/** Fills in the defaults of checked options. */
export function resolveOpenIdConnect({
  issuer,
  clientId,
  clientSecret,
  scopes = "openid email",
  name,
}: OpenIdConnectOptions): ResolvedOpenIdConnectOptions {
  const url = new URL(issuer);
  return { issuer: url, clientId, clientSecret, scopes, name: name ?? url.host };
}

function isText(text: string): boolean {
  return text.trim() !== "";
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username + password !== "") return false;
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}
