import { type Check, fields, secretRule, textRule } from "../../check_options.ts";

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

/** Checks every option. The secret is not shown. */
export const openIdConnectCheck: Check = fields<OpenIdConnectOptions>(
  {
    issuer: textRule("an https URL without query and fragment, or an http one of this machine", isIssuer),
    clientId: textRule("a text that is not empty", isText),
    clientSecret: secretRule("a text that is not empty", isText),
    scopes: textRule(
      'scopes between spaces, "openid" among them',
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
  const { protocol, hostname } = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}
