import type { Organization } from "../../content/mod.ts";
import type { CachedResponse, EndpointPlan, ExchangeRequest, PreparedResponse } from "../../http/mod.ts";
import { withCacheTags } from "./cache_tags.ts";
import type { EndpointDeps } from "./endpoint_deps.ts";
import { planOrganizationEndpoint } from "./organization_endpoint.ts";
import { ExpiryTrackingReader } from "./expiry_tracking_reader.ts";

/** Input for rendering a collection of posts. */
export interface Collection {
  organization: Organization;
  reader: ExpiryTrackingReader;
  /** True if the caller has a key. */
  hasKey: boolean;
  /** Version of the organization and all its posts. Undefined if a source has no versions. */
  stamp: string | undefined;
}

/** An endpoint that renders many posts. */
export interface CollectionEndpoint {
  /** True if everyone may read, regardless of the option `readAccess`. Default: false. */
  isOpen?: boolean;
  /** The media type, if it depends on `Accept`. */
  type?: string;
  render: (collection: Collection) => Promise<PreparedResponse>;
}

/** Plans an endpoint that renders many posts. Caches the response until the organization or one of its posts changes. */
export function planCollection(
  request: ExchangeRequest,
  deps: EndpointDeps,
  { isOpen = false, type = "", render }: CollectionEndpoint,
): EndpointPlan {
  const { content, responses } = deps;
  const { now, match, incoming } = request;
  const revision = content.postsRevision(request.organizationSlug);
  return planOrganizationEndpoint(request, deps, {
    isOpen,
    questions: [revision],
    createResponse: ({ organization, hasKey, answers }) => {
      const stamp = stampOf(organization, answers.of(revision));
      const audience = hasKey && organization.paidContent === "key" ? "key " : "";
      const size = incoming.pageBytes === undefined ? "" : `${incoming.pageBytes} `;
      const name = `${size}${audience}${type} ${match.path}${match.search}`;
      const cached = responses.current(name, [stamp], now);
      if (cached !== undefined) return cached.response;
      const create = async (): Promise<CachedResponse> => {
        const reader = new ExpiryTrackingReader(content, now, incoming.signal);
        const rendered = (await render({ organization, reader, hasKey, stamp })).withEtag();
        const response = withCacheTags(rendered, { organizationSlug: organization.slug }, deps.options);
        return { response, stamp, createdAt: now, goodUntil: reader.goodUntil };
      };
      const { slug: organizationSlug } = organization;
      return responses
        .render({ name, stamp, now, organizationSlug, signal: incoming.signal }, create)
        .then(({ response }) => response);
    },
  });
}

function stampOf({ id, version }: Organization, postsRevision: string | undefined): string | undefined {
  return version === undefined || postsRevision === undefined
    ? undefined
    : `${id} ${version} ${postsRevision}`;
}
