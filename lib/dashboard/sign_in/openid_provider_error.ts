import * as oauth from "oauth4webapi";

/** The OpenID provider failed: it does not respond, refuses this client, or sends an untrusted response. Over HTTP: 503. */
export class OpenIdProviderError extends Error {
  override name = "OpenIdProviderError";
}

/** Creates the error for the host's log. Protocol errors are no `cause` of it, because they contain codes and tokens. */
export function toProviderError(issuer: URL, error: unknown): OpenIdProviderError {
  const action = `Cannot sign in with ${issuer.href}`;
  const response = providerResponseOf(error);
  if (response !== undefined) {
    return new OpenIdProviderError(`${action}: the provider responded ${printable(response)}`);
  }
  const reason = error instanceof Error ? error.message : String(error);
  const isOfProtocol =
    error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError;
  return new OpenIdProviderError(`${action}: ${reason}`, isOfProtocol ? {} : { cause: error });
}

/** Returns the status and error of the provider's response (RFC 6749, section 5.2). */
function providerResponseOf(error: unknown): string | undefined {
  const isOfBody = error instanceof oauth.ResponseBodyError;
  if (!isOfBody && !(error instanceof oauth.WWWAuthenticateChallengeError)) return undefined;
  const fields = isOfBody ? error : error.cause[0]?.parameters;
  const parts = [error.status, fields?.error, fields?.error_description];
  return parts.filter((part) => part !== undefined).join(" ");
}

/** Replaces control characters, so that the provider's text cannot send commands to a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?");
}
