import * as oauth from "oauth4webapi";

/** The OpenID provider does not do its part: it does not answer, refuses this client, or answers what cannot be trusted. Over HTTP: 503. */
export class OpenIdProviderError extends Error {
  override name = "OpenIdProviderError";
}

/** The error that says what the host has to know. Errors of the protocol are no `cause` of it: they hold codes and tokens, and it is logged. */
export function toProviderError(issuer: URL, error: unknown): OpenIdProviderError {
  const action = `Cannot sign in by ${issuer.href}`;
  const answered = answerOf(error);
  if (answered !== undefined) return new OpenIdProviderError(`${action}: it answered ${printable(answered)}`);
  const reason = error instanceof Error ? error.message : String(error);
  const isOfProtocol =
    error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError;
  return new OpenIdProviderError(`${action}: ${reason}`, isOfProtocol ? {} : { cause: error });
}

/** What the provider itself said is wrong (RFC 6749, section 5.2). */
function answerOf(error: unknown): string | undefined {
  const isOfBody = error instanceof oauth.ResponseBodyError;
  if (!isOfBody && !(error instanceof oauth.WWWAuthenticateChallengeError)) return undefined;
  const told = isOfBody ? error : error.cause[0]?.parameters;
  const parts = [error.status, told?.error, told?.error_description];
  return parts.filter((part) => part !== undefined).join(" ");
}

/** What the provider wrote must not reach a terminal as commands. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?");
}
