import { InvalidOptionError } from "../../../lib/mod.ts";
import type { ArgumentDefinitions } from "./arguments/argument_definition.ts";
import { CliError } from "./exit/cli_error.ts";
import { variableOf } from "./arguments/settings.ts";

/** Flags of the options that the library checks. */
const optionFlags: Readonly<Record<string, string>> = {
  apiOrigin: "api-origin",
  basePath: "base-path",
  baseUrl: "url",
  "cache.staleIfErrorSeconds": "stale-if-error",
  "cors.allowedHeaders": "cors-allowed-headers",
  "cors.origins": "cors-origins",
  deployment: "deployment",
  keyRetentionDays: "key-retention-days",
  "limits.searchBytes": "limits-search-bytes",
  "openIdConnect.clientId": "oidc-client-id",
  "openIdConnect.clientSecret": "oidc-client-secret",
  "openIdConnect.issuer": "oidc-issuer",
  "openIdConnect.name": "oidc-name",
  "openIdConnect.scopes": "oidc-scopes",
  organizationSlug: "org",
  origin: "origin",
  "rateLimit.failures.attempts": "rate-limit-failures-attempts",
  "rateLimit.failures.windowSeconds": "rate-limit-failures-window-seconds",
  "rateLimit.perDay": "rate-limit-per-day",
  "rateLimit.perSecond": "rate-limit-per-second",
  readAccess: "read-access",
  trustProxy: "trust-proxy",
};

/**
 * Makes the message of an error name the flag, the variable or the field of the configuration file that gave the invalid value.
 *
 * @param sources the names of the variables and fields, by flag
 */
export function nameSources(
  error: unknown,
  { args, sources }: { args: ArgumentDefinitions; sources: ReadonlyMap<string, string> },
): void {
  if (error instanceof InvalidOptionError) {
    const flag = Object.hasOwn(optionFlags, error.option) ? optionFlags[error.option] : undefined;
    if (flag === undefined || !Object.hasOwn(args, flag)) return;
    error.message = error.message.replace(error.option, sources.get(flag) ?? `--${flag}`);
  } else if (error instanceof CliError) {
    for (const [flag, source] of sources) {
      const name = new RegExp(String.raw`(?<![\w-])(?:--${flag}|${variableOf(flag)})(?![\w-])`, "g");
      error.message = error.message.replace(name, () => source);
    }
    const storage = sources.get("storage");
    const isSetting = error.cause instanceof RangeError && error.message.startsWith("Cannot open the stor");
    if (isSetting && storage !== undefined) error.message += ` (${storage})`;
  }
}
