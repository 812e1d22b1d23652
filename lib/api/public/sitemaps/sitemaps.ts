import * as v from "valibot";
import { type Organization, postSitemapUrl, sitemapUrl } from "../../../content/mod.ts";
import { type SitemapIndexEntry, toSitemapIndex } from "../../../publishing/mod.ts";
import {
  type Endpoint,
  type EndpointPlan,
  type ExchangeRequest,
  jsonResponse,
  type PreparedResponse,
  textResponse,
  ProblemError,
  parseKnownQuery,
  preferredType,
  type QuerySchema,
} from "../../../http/mod.ts";
import { planCollection } from "../collection_endpoint.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { readPlannedPage } from "./read_planned_page.ts";
import { toSitemapUrl } from "../../representations/represent_sitemap.ts";
import { sitemapTypes } from "./sitemap_page.ts";
import type { PlanPlace, SitemapPlan } from "./sitemap_plans.ts";
import { type Sitemap, walkSitemap } from "./walk_sitemap.ts";

const pageRule = "must be a whole number from 1";

export const sitemapParameters: QuerySchema<{ page?: number }> = v.object({
  page: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}$/, pageRule),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(1, pageRule),
      v.description("Number of a page from the index of a sitemap that exceeds the protocol's limits."),
    ),
  ),
});

/** A kind of sitemap of an organization. */
interface SitemapKind {
  name: string;
  /** True if the organization's site is the first entry. */
  hasRoot: boolean;
  /** Returns the sitemap's URL on the site. */
  urlOf: (organization: Organization) => string;
}

const posts: SitemapKind = { name: "posts", hasRoot: false, urlOf: postSitemapUrl };
const site: SitemapKind = { name: "site", hasRoot: true, urlOf: sitemapUrl };

/** `GET /api/public/v1/post/{organizationSlug}/sitemap`: the organization's posts. */
export function getPostSitemap(deps: EndpointDeps): Endpoint {
  return (request) => planSitemap(posts, request, deps);
}

/** `GET /api/public/v1/sitemap/{organizationSlug}`: the organization's site, then its posts. */
export function getOrganizationSitemap(deps: EndpointDeps): Endpoint {
  return (request) => planSitemap(site, request, deps);
}

function planSitemap(kind: SitemapKind, request: ExchangeRequest, deps: EndpointDeps): EndpointPlan {
  const type = preferredType(request.incoming.headers.get("accept"), sitemapTypes);
  return planCollection(request, deps, {
    isOpen: true,
    type,
    render: async ({ organization, reader, stamp }) => {
      const { page } = request.match.query(readParameters);
      const sitemap: Sitemap = { reader, organization, hasRoot: kind.hasRoot, type };
      const place = { name: `${organization.id} ${kind.name}`, state: stamp };
      const wanted = page === undefined ? { place } : { page, place };
      return (await readSitemap(kind, sitemap, wanted, deps)).withHeaders({ vary: "accept" });
    },
  });
}

function readParameters(parameters: URLSearchParams): { page?: number } {
  return parseKnownQuery(sitemapParameters, parameters);
}

/** The requested part of a sitemap. */
interface SitemapRequest {
  /** Number of a page, or undefined for the whole sitemap or its index. */
  page?: number;
  place: PlanPlace;
}

async function readSitemap(
  kind: SitemapKind,
  sitemap: Sitemap,
  { page: wanted, place }: SitemapRequest,
  { sitemapPlans }: EndpointDeps,
): Promise<PreparedResponse> {
  const { reader } = sitemap;
  const known = sitemapPlans.get(place, reader.now);
  if (known?.isCurrent === true) {
    if (wanted === undefined && known.pages.length > 1) return indexResponse(kind, sitemap, known);
    if (wanted !== undefined && wanted > known.pages.length) throw pageNotFound(known);
  }
  // The time of the site's entry depends on all posts, so its page needs a walk.
  if (wanted !== undefined && known !== undefined && !(kind.hasRoot && wanted === 1)) {
    const page = await readPlannedPage(sitemap, known.pages, wanted);
    if (page !== undefined) return page;
  }
  const { pages, page } = await walkSitemap(sitemap, wanted ?? "whole");
  const plan = { pages, goodUntil: reader.goodUntil };
  sitemapPlans.set(place, plan, reader.now);
  if (page !== undefined) return page;
  if (wanted !== undefined) throw pageNotFound(plan);
  return indexResponse(kind, sitemap, plan);
}

function pageNotFound({ pages: { length } }: SitemapPlan): ProblemError {
  return new ProblemError("page-not-found", `The sitemap has ${length === 1 ? "1 page" : `${length} pages`}`);
}

/** Creates the response with the index of a sitemap that has several pages. */
function indexResponse(
  { urlOf }: SitemapKind,
  { organization, reader, type }: Sitemap,
  { pages, goodUntil }: SitemapPlan,
): PreparedResponse {
  reader.changesAt(goodUntil);
  const url = urlOf(organization);
  const sitemaps = pages.map(({ latest }, index): SitemapIndexEntry => {
    const loc = pageUrl(url, index + 1);
    return latest === undefined ? { loc } : { loc, lastmod: latest };
  });
  if (type === "application/json") return jsonResponse({ sitemaps: sitemaps.map(toSitemapUrl) });
  return textResponse(200, toSitemapIndex(sitemaps), { "content-type": type });
}

function pageUrl(sitemap: string, page: number): string {
  const url = new URL(sitemap);
  url.searchParams.set("page", String(page));
  return url.href;
}
