import type { OpenIdConnectOptions } from "../../../lib/dashboard/mod.ts";
import { CliError } from "../frame/exit/cli_error.ts";
import { asSecrets } from "../frame/arguments/secret_settings.ts";
import { asSettings } from "../frame/arguments/settings.ts";
import { text, type TextFlag } from "../frame/arguments/argument_definition.ts";
import { given } from "../../../lib/base/given.ts";

type OpenIdConnectFlag =
  | "oidc-issuer"
  | "oidc-client-id"
  | "oidc-client-secret"
  | "oidc-scopes"
  | "oidc-name";

/** Arguments of the OpenID provider for signing in to the dashboard. */
export const openIdConnectArguments: Record<OpenIdConnectFlag, TextFlag> = asSettings({
  "oidc-issuer": text("URL of the OpenID provider for signing in to the dashboard (default: none)"),
  "oidc-client-id": text("Client id of the dashboard at the OpenID provider"),
  ...asSecrets({
    "oidc-client-secret": text("Client secret (default: none, for a public client)"),
  }),
  "oidc-scopes": text(
    "Scopes to request from the OpenID provider, separated by spaces (default: openid email)",
  ),
  "oidc-name": text("Name of the OpenID provider on the sign-in page (default: the issuer's host)"),
});

/** The given values of {@link openIdConnectArguments}. */
export type OpenIdConnectFlags = { [Name in OpenIdConnectFlag]?: string | undefined };

/**
 * Returns the provider from the flags, or undefined without any of them. The dashboard validates the values.
 *
 * @throws {CliError} when the issuer or the id is missing
 */
export function openIdConnectOf(flags: OpenIdConnectFlags): OpenIdConnectOptions | undefined {
  const { "oidc-issuer": issuer, "oidc-client-id": clientId, "oidc-scopes": scopes } = flags;
  const { "oidc-client-secret": clientSecret, "oidc-name": name } = flags;
  const values = [issuer, clientId, clientSecret, scopes, name];
  if (values.every((value) => value === undefined)) return undefined;
  if (issuer === undefined || clientId === undefined) {
    const missing = issuer === undefined ? "--oidc-issuer" : "--oidc-client-id";
    throw new CliError(`Cannot serve: an OpenID provider also needs ${missing}`);
  }
  return { issuer, clientId, ...given({ clientSecret, scopes, name }) };
}
