import {
  publicApiAddress,
  resourceMetadataPath,
  serverMetadataPath,
  signedInPart,
} from "../../base/api_address.ts";
import {
  createIncomingHandler,
  type Endpoint,
  type ExchangeDeps,
  type HandleIncoming,
  organizationNotFound,
  type PreparedResponse,
  type Surface,
} from "../../http/mod.ts";

/** Pages of assistants send it with the requests for metadata. */
const ownHeaders = ["mcp-protocol-version"];

/** The documents of an authorization server and its resources. */
interface DescribedServer {
  describeServer: () => PreparedResponse;
  describeResource: (organizationSlug: string, options: { isSignedIn: boolean }) => PreparedResponse;
}

/** Creates the handler of the documents by which assistants find the authorization server. Their paths begin at the root of the origin. */
export function createWellKnown(
  deps: ExchangeDeps,
  { basePath, surface }: { basePath: string; surface: Surface },
  oauth: DescribedServer,
): HandleIncoming {
  const described =
    (isSignedIn: boolean): Endpoint =>
    (request) => {
      const question = request.organization(request.organizationSlug);
      return {
        questions: [question],
        respond: (answers) => {
          const organization = answers.of(question);
          if (organization === null) throw organizationNotFound;
          return oauth.describeResource(organization.slug, { isSignedIn });
        },
      };
    };
  const server: Endpoint = () => ({ questions: [], respond: () => oauth.describeServer() });
  const resource = `${resourceMetadataPath}${publicApiAddress({ basePath }, "mcp")}/{organizationSlug}`;
  const routes = [
    { path: serverMetadataPath + basePath, ownHeaders, GET: server },
    { path: resource, ownHeaders, GET: described(false) },
    { path: `${resource}/${signedInPart}`, ownHeaders, GET: described(true) },
  ].map(({ path, ...route }) => ({ ...route, path: path.slice(1) }));
  return createIncomingHandler(deps, "", [{ surface: { ...surface, root: "" }, routes }]);
}
