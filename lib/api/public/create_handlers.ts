import {
  type ComposableHandler,
  createIncomingHandler,
  createInnerRequests,
  type ExchangeRequest,
  type HandleIncoming,
  type PreparedResponse,
  type Route,
  isBelow,
  type RoutedSurface,
  splitTarget,
  type Surface,
  toComposableHandler,
} from "../../http/mod.ts";
import { toRoute, adminSurface } from "../admin/admin_endpoint.ts";
import { adminRoutes } from "../admin/admin_routes.ts";
import {
  getDocs,
  getDocsStylesheet,
  getOpenApi,
  getProblemDocs,
} from "../documentation/get_documentation.ts";
import type { EndpointDeps } from "./endpoint_deps.ts";
import { getEvents } from "./events/get_events.ts";
import { listFaq } from "./faq/list_faq.ts";
import { getAtom, getJsonFeed, getRss } from "./feeds/feeds.ts";
import { getLlmsFullTxt } from "./feeds/llms_full_txt.ts";
import { getLlmsTxt } from "./feeds/llms_txt.ts";
import { addKnowledge } from "./knowledge_base/add_knowledge.ts";
import { knowledgeText } from "./knowledge_base/knowledge_text.ts";
import { getOrganization } from "./organizations/get_organization.ts";
import { getSchema } from "./organizations/get_schema.ts";
import { getMedia } from "./media/get_media.ts";
import { mediaSurface } from "./media/media_surface.ts";
import { callMcp, mcpHeaders } from "./mcp/call_mcp.ts";
import { getPost } from "./posts/get_post.ts";
import { getPreviewPage } from "./previews/preview_endpoints.ts";
import { listPosts } from "./posts/list_posts.ts";
import { listRedirects } from "./redirects/list_redirects.ts";
import { readKnowledge } from "./search/read_knowledge.ts";
import { searchPosts } from "./search/search_posts.ts";
import { publicSurface } from "./public_surface.ts";
import {
  publicApiAddress,
  resourceMetadataPath,
  serverMetadataPath,
  signedInPart,
} from "../../base/api_address.ts";
import { listAuthors, listTags } from "./statistics/tallies.ts";
import { getOrganizationSitemap, getPostSitemap } from "./sitemaps/sitemaps.ts";

/** Returns the routes of the specification, the feeds and the documentation. The first match responds, so `sitemap` cannot be a post. */
function publicRoutes(deps: EndpointDeps): readonly Route[] {
  return [
    { path: "post/{organizationSlug}/sitemap", GET: getPostSitemap(deps) },
    { path: "post/{organizationSlug}/{slug}", GET: getPost(deps) },
    { path: "post/{organizationSlug}", GET: listPosts(deps) },
    { path: "post/{organizationSlug}/{slug}/related", GET: searchPosts("related", deps) },
    { path: "preview/{organizationSlug}/{slug}", GET: getPreviewPage(deps) },
    { path: "search/{organizationSlug}/suggest", GET: searchPosts("suggest", deps) },
    { path: "search/{organizationSlug}", GET: searchPosts("search", deps) },
    { path: "context/{organizationSlug}", GET: searchPosts("context", deps) },
    { path: "faq/{organizationSlug}", GET: listFaq(deps) },
    { path: "organization/{organizationSlug}", GET: getOrganization(deps) },
    { path: "schema/{organizationSlug}", GET: getSchema(deps) },
    { path: "tags/{organizationSlug}", GET: listTags(deps) },
    { path: "authors/{organizationSlug}", GET: listAuthors(deps) },
    { path: "redirects/{organizationSlug}", GET: listRedirects(deps) },
    { path: "sitemap/{organizationSlug}", GET: getOrganizationSitemap(deps) },
    { path: "knowledge-base", GET: readKnowledge("listTexts", deps), POST: addKnowledge(deps) },
    { path: "knowledge-base/search", GET: readKnowledge("searchTexts", deps) },
    { path: "knowledge-base/{id}", ...knowledgeText(deps) },
    { path: "events/{organizationSlug}", GET: getEvents(deps) },
    { path: "feed/{organizationSlug}/rss.xml", GET: getRss(deps) },
    { path: "feed/{organizationSlug}/atom.xml", GET: getAtom(deps) },
    { path: "feed/{organizationSlug}/feed.json", GET: getJsonFeed(deps) },
    { path: "llms/{organizationSlug}", GET: getLlmsTxt(deps) },
    { path: "llms-full/{organizationSlug}", GET: getLlmsFullTxt(deps) },
    { path: "openapi.json", GET: getOpenApi(deps) },
    { path: "docs", GET: getDocs(deps) },
    { path: "docs/problems", GET: getProblemDocs(deps) },
    { path: "docs/style.css", GET: getDocsStylesheet(deps) },
  ];
}

/** Returns the route of the Model Context Protocol if the host serves it. Its tools send requests to the other routes. */
function mcpRoutes(routed: RoutedSurface, deps: EndpointDeps): readonly Route[] {
  const { mcp, basePath, oauth: signIn } = deps.options;
  const { oauth } = deps;
  if (mcp === undefined) return [];
  const inner = createInnerRequests(deps, basePath, routed);
  const path = "mcp/{organizationSlug}";
  const common = { ownHeaders: mcpHeaders, acceptsBearer: oauth === undefined ? "keys" : "tokens" } as const;
  const open = { ...common, path, POST: callMcp(mcp, inner, deps) };
  if (oauth === undefined || signIn === undefined) return [open];
  // By this header, assistants find out where to sign in (RFC 9728, section 5.1).
  const challenge = ({ match, incoming: { headers } }: ExchangeRequest): string => {
    const hasSecret = headers.get("authorization") !== null || headers.get("x-api-key") !== null;
    const metadata = signIn.apiOrigin + resourceMetadataPath + match.path.replaceAll('"', "%22");
    return `Bearer ${hasSecret ? 'error="invalid_token", ' : ""}resource_metadata="${metadata}"`;
  };
  const respond = (request: ExchangeRequest) => async (): Promise<PreparedResponse> =>
    (await oauth()).respond(request);
  return [
    { ...open, challenge },
    {
      ...common,
      path: `${path}/${signedInPart}`,
      POST: callMcp(mcp, inner, deps, { needsKey: true }),
      challenge,
    },
    { path: "oauth/{endpoint}", POST: (request) => ({ questions: [], respond: respond(request) }) },
  ];
}

/** Returns a handler that also serves the documents by which assistants find out where to sign in. */
function withWellKnown(handle: HandleIncoming, surface: Surface, deps: EndpointDeps): HandleIncoming {
  const { oauth, options } = deps;
  if (oauth === undefined) return handle;
  return (incoming) =>
    isWellKnown(incoming.target, options.basePath)
      ? oauth().then((loaded) => loaded.handleWellKnown(incoming, deps, surface))
      : handle(incoming);
}

/** True for a request target of a document about the API. Other documents of the origin belong to the host. */
function isWellKnown(target: string, basePath: string): boolean {
  if (!target.startsWith("/.well-known/oauth-")) return false;
  const { path } = splitTarget(target);
  const mcp = publicApiAddress({ basePath }, "mcp");
  return path === serverMetadataPath + basePath || isBelow(path, resourceMetadataPath + mcp);
}

/** Creates the handler of the public API. It includes the admin API if the option `adminApi` is on. */
export function createPublicHandler(deps: EndpointDeps): ComposableHandler {
  const { basePath, adminApi } = deps.options;
  const surface = publicSurface(deps.options);
  const routes = publicRoutes(deps);
  const routed = { surface, routes: [...routes, ...mcpRoutes({ surface, routes }, deps)] };
  const media = {
    surface: mediaSurface(deps.options),
    routes: [
      {
        path: "media/{organizationSlug}/{hash}/{name}",
        ownHeaders: ["if-range", "range"],
        GET: getMedia(deps),
      },
    ],
  };
  const all = adminApi ? ([routed, media, adminRouted(deps)] as const) : ([routed, media] as const);
  return toComposableHandler(withWellKnown(createIncomingHandler(deps, basePath, [...all]), surface, deps));
}

/** Creates the handler of the admin API alone. */
export function createAdminHandler(deps: EndpointDeps): ComposableHandler {
  return toComposableHandler(createIncomingHandler(deps, deps.options.basePath, [adminRouted(deps)]));
}

function adminRouted(deps: EndpointDeps): {
  surface: ReturnType<typeof adminSurface>;
  routes: readonly Route[];
} {
  return { surface: adminSurface(deps.options), routes: adminRoutes.map((route) => toRoute(route, deps)) };
}
