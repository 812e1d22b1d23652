import type { OpenIdConnectOptions } from "../../lib/dashboard/mod.ts";
import { CliError } from "./cli_error.ts";
import { asSecrets } from "./secret_settings.ts";
import { asSettings } from "./settings.ts";

interface StringArgument {
  type: "string";
  description: string;
}

type OpenIdConnectFlag =
  "oidc-issuer" | "oidc-client-id" | "oidc-client-secret" | "oidc-scopes" | "oidc-name";

/** The arguments of the OpenID provider by which users sign in to the dashboard. */
export const openIdConnectArguments: Record<OpenIdConnectFlag, StringArgument> = asSettings({
  "oidc-issuer": {
    type: "string",
    description: "URL of the OpenID provider by which users sign in to the dashboard (default: none)",
  },
  "oidc-client-id": { type: "string", description: "The id that the OpenID provider gave the dashboard" },
  ...asSecrets({
    "oidc-client-secret": {
      type: "string",
      description: "The secret that belongs to the id (default: none, for a public client)",
    },
  }),
  "oidc-scopes": {
    type: "string",
    description: "What the OpenID provider is asked for, separated by spaces (default: openid email)",
  },
  "oidc-name": {
    type: "string",
    description: "What the sign-in page calls the OpenID provider (default: the issuer's host)",
  },
});

/** The flags of {@link openIdConnectArguments} as they were given. */
export type OpenIdConnectFlags = { [Name in OpenIdConnectFlag]?: string | undefined };

/**
 * The provider of the flags, or undefined for none. What is wrong with a value the dashboard itself says.
 *
 * @throws {CliError} when the issuer or the id is missing
 */
export function openIdConnectOf(flags: OpenIdConnectFlags): OpenIdConnectOptions | undefined {
  const { "oidc-issuer": issuer, "oidc-client-id": clientId, "oidc-scopes": scopes } = flags;
  const { "oidc-client-secret": clientSecret, "oidc-name": name } = flags;
  const given = [issuer, clientId, clientSecret, scopes, name];
  if (given.every((value) => value === undefined)) return undefined;
  if (issuer === undefined || clientId === undefined) {
    const missing = issuer === undefined ? "--oidc-issuer" : "--oidc-client-id";
    throw new CliError(`Cannot serve: an OpenID provider needs ${missing}, too`);
  }
  return {
    issuer,
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(name === undefined ? {} : { name }),
  };
}
