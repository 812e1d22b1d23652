import { ProblemError, readBytes, readMediaType, type Incoming } from "../../http/mod.ts";
import { OAuthError } from "./oauth_error.ts";

/** Maximum size of a request of a client in bytes. */
export const mostClientBytes = 16_384;

/**
 * Reads the form of a client's request.
 *
 * @throws {OAuthError} if the body is not a form, or has a parameter twice
 */
export async function readParameters(incoming: Incoming): Promise<Map<string, string>> {
  const { name } = readMediaType(incoming.headers.get("content-type"));
  if (name !== "application/x-www-form-urlencoded") {
    throw new OAuthError("invalid_request", "The body must be application/x-www-form-urlencoded");
  }
  const text = new TextDecoder().decode(await readClientBytes(incoming));
  return uniqueParameters(new URLSearchParams(text));
}

/** @throws {OAuthError} if the body is too large or incomplete */
export async function readClientBytes(incoming: Incoming): Promise<Uint8Array> {
  try {
    return await readBytes(incoming, mostClientBytes);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw new OAuthError("invalid_request", error.message, { status: error.status });
  }
}

/** @throws {OAuthError} if a parameter is repeated (RFC 6749, section 3.1) */
export function uniqueParameters(parameters: URLSearchParams): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (found.has(name)) throw new OAuthError("invalid_request", "A parameter is repeated");
    // A parameter without a value counts as missing.
    if (value !== "") found.set(name, value);
  }
  return found;
}
