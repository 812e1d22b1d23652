import { publicApiAddress } from "../../../base/api_address.ts";
import type {
  Endpoint,
  ExchangeRequest,
  PreparedResponse,
  Route,
  RoutedSurface,
  Surface,
} from "../../../http/mod.ts";
import type { OAuth } from "../../oauth/oauth.ts";
import { metadataAddressOf, resourcesOf, signedInPart } from "../../oauth/oauth_addresses.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { organizationNotFound } from "../organization_endpoint.ts";

/** Browsers of assistants send it with the requests for metadata. */
const ownHeaders = ["mcp-protocol-version"];

/** Returns the routes that assistants call without a browser: tokens, revocation and registration. */
export function oauthRoutes({ oauth, options }: EndpointDeps): readonly Route[] {
  if (oauth === undefined) return [];
  const endpoint =
    (respond: (loaded: OAuth, request: ExchangeRequest) => Promise<PreparedResponse>): Endpoint =>
    (request) => ({ questions: [], respond: async () => respond(await oauth(), request) });
  const register = endpoint(({ endpoints }, request) => endpoints.register(request));
  return [
    { path: "oauth/token", POST: endpoint(({ endpoints }, request) => endpoints.issueTokens(request)) },
    { path: "oauth/revoke", POST: endpoint(({ endpoints }, request) => endpoints.revoke(request)) },
    ...(options.oauth?.registration === true ? [{ path: "oauth/register", POST: register }] : []),
  ];
}

/** Returns the documents by which assistants find the authorization server. Their paths begin at the root of the origin. */
export function wellKnownRoutes({ oauth, options }: EndpointDeps, surface: Surface): RoutedSurface {
  const { basePath } = options;
  const resource = publicApiAddress({ basePath }, "mcp");
  const described =
    (isSignedIn: boolean): Endpoint =>
    (request) => {
      const question = request.organization(request.organizationSlug);
      return {
        questions: [question],
        respond: async (answers) => {
          const organization = answers.of(question);
          if (oauth === undefined || organization === null) throw organizationNotFound;
          return (await oauth()).describeResource(organization.slug, { isSignedIn });
        },
      };
    };
  const protectedPath = `oauth-protected-resource${resource}/{organizationSlug}`;
  const routes: Route[] =
    oauth === undefined
      ? []
      : [
          {
            path: `oauth-authorization-server${basePath}`,
            ownHeaders,
            GET: () => ({ questions: [], respond: async () => (await oauth()).describeServer() }),
          },
          { path: protectedPath, ownHeaders, GET: described(false) },
          { path: `${protectedPath}/${signedInPart}`, ownHeaders, GET: described(true) },
        ];
  return { surface: { ...surface, root: "/.well-known" }, routes };
}

/** Returns the `WWW-Authenticate` header by which assistants find out where to sign in (RFC 9728, section 5.1). */
export function bearerChallenge(
  { organizationSlug, incoming: { headers } }: ExchangeRequest,
  { options: { oauth, basePath } }: EndpointDeps,
  { isSignedIn }: { isSignedIn: boolean },
): string {
  const [signedIn, open] = resourcesOf({ apiOrigin: oauth?.apiOrigin ?? "", basePath }, organizationSlug);
  const metadata = metadataAddressOf(isSignedIn ? signedIn : open);
  const hasSecret = headers.get("authorization") !== null || headers.get("x-api-key") !== null;
  return `Bearer ${hasSecret ? 'error="invalid_token", ' : ""}resource_metadata="${metadata}"`;
}
