import { isRedirectUri, isRegistered, redirectRule } from "../../access/oauth/mod.ts";
import { ClientRefusedError, RequestRefusedError } from "./oauth_refusals.ts";
import { issuerOf, type OAuthPlace, organizationOfResource } from "./oauth_addresses.ts";
import type { OAuthClient } from "./oauth_client.ts";
import { OAuthError } from "./oauth_error.ts";
import { uniqueParameters } from "./read_parameters.ts";

/** Maximum length of a state. Clients put their own data into it. */
const longestState = 2000;

const challengeForm = /^[\w-]{43}$/;

/** A valid request of an assistant for a connection (RFC 6749, section 4.1.1). */
export interface AuthorizationRequest {
  client: OAuthClient;
  redirectUri: string;
  state: string | undefined;
  /** Code challenge of PKCE, method S256. */
  challenge: string;
  organizationSlug: string;
}

/**
 * Reads the request of an assistant from the query of the page of approval.
 *
 * @param findClient returns the client with an id
 * @throws {ClientRefusedError} if the client or its redirect address is not valid
 * @throws {RequestRefusedError} for any other invalid parameter
 */
export async function readAuthorizationRequest(
  query: URLSearchParams,
  place: OAuthPlace,
  findClient: (id: string) => Promise<OAuthClient>,
): Promise<AuthorizationRequest> {
  const parameters = parametersOf(query);
  const id = parameters.get("client_id");
  if (id === undefined) throw new ClientRefusedError("The request of the assistant has no client_id");
  const client = await findClient(id);
  const redirectUri = redirectUriOf(parameters, client);
  const state = parameters.get("state");
  const refuse = (error: string, description: string): never => {
    const answer = { error, error_description: description, state };
    throw new RequestRefusedError(description, answerAddress({ redirectUri, place }, answer));
  };
  if (state !== undefined && state.length > longestState) {
    return refuse("invalid_request", `The state must have at most ${longestState} characters`);
  }
  if (parameters.get("response_type") !== "code") {
    return refuse("unsupported_response_type", "The response_type must be code");
  }
  if ((parameters.get("response_mode") ?? "query") !== "query") {
    return refuse("invalid_request", "The response_mode must be query");
  }
  const challenge = parameters.get("code_challenge") ?? "";
  if (parameters.get("code_challenge_method") !== "S256" || !challengeForm.test(challenge)) {
    return refuse(
      "invalid_request",
      "The request needs a code_challenge with the code_challenge_method S256",
    );
  }
  const organizationSlug = organizationOfResource(place, parameters.get("resource") ?? "");
  if (organizationSlug === undefined) {
    return refuse("invalid_target", "The resource must be the address of an organization for assistants");
  }
  return { client, redirectUri, state, challenge, organizationSlug };
}

function parametersOf(query: URLSearchParams): Map<string, string> {
  try {
    return uniqueParameters(query);
  } catch (error) {
    throw error instanceof OAuthError ? new ClientRefusedError(error.message) : error;
  }
}

/** @throws {ClientRefusedError} if the client has not registered the redirect address */
function redirectUriOf(parameters: ReadonlyMap<string, string>, { redirectUris }: OAuthClient): string {
  const redirectUri = parameters.get("redirect_uri") ?? "";
  if (!isRedirectUri(redirectUri)) throw new ClientRefusedError(`The redirect_uri ${redirectRule}`);
  if (isRegistered(redirectUri, redirectUris)) return redirectUri;
  throw new ClientRefusedError("The redirect_uri is not one that the assistant has registered");
}

/** Returns the redirect address with an answer to the client. It names the issuer (RFC 9207), which prevents mix-up attacks. */
export function answerAddress(
  { redirectUri, place }: { redirectUri: string; place: OAuthPlace },
  answer: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, iss: issuerOf(place) })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
