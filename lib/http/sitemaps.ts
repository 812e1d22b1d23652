import * as v from "valibot";
import type { Awaitable } from "../awaitable.ts";
import { type Organization, postSitemapUrl, sitemapUrl } from "../content/mod.ts";
import { type SitemapIndexEntry, toSitemapIndex } from "../sitemap/mod.ts";
import { answerCollection } from "./answer_collection.ts";
import { type Answer, jsonAnswer, lastModifiedHeader, textAnswer } from "./answer.ts";
import type { ApiRequest } from "./api_request.ts";
import type { ApiHandler, HttpDeps } from "./http_deps.ts";
import { preferredType } from "./preferred_type.ts";
import { ProblemError } from "./problem.ts";
import { parseKnownQuery, type QuerySchema } from "./query_parameters.ts";
import { readPlannedPage } from "./read_planned_page.ts";
import { toSitemapUrl } from "./represent_sitemap.ts";
import { sitemapTypes } from "./sitemap_page.ts";
import { latestOf, type PlanPlace, type SitemapPlan } from "./sitemap_plans.ts";
import { type Sitemap, walkSitemap } from "./walk_sitemap.ts";

const pageRule = "must be a whole number from 1";

/** The query parameters of the sitemaps. */
export const sitemapParameters: QuerySchema<{ page?: number }> = v.object({
  page: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,15}$/, pageRule),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(1, pageRule),
      v.description(
        "One page of a sitemap that is longer than the protocol allows: a number that its index names.",
      ),
    ),
  ),
});

/** One of the two sitemaps of an organization. */
interface SitemapKind {
  name: string;
  /** Whether the organization's site is the first entry. */
  hasRoot: boolean;
  /** Where the site shows it. */
  urlOf: (organization: Organization) => string;
}

const posts: SitemapKind = { name: "posts", hasRoot: false, urlOf: postSitemapUrl };
const site: SitemapKind = { name: "site", hasRoot: true, urlOf: sitemapUrl };

/** `GET /api/public/v1/post/{organizationSlug}/sitemap`: the organization's posts. */
export const getPostSitemap: ApiHandler = (request, deps) => answerSitemap(posts, request, deps);

/** `GET /api/public/v1/sitemap/{organizationSlug}`: the organization's site, then its posts. */
export const getOrganizationSitemap: ApiHandler = (request, deps) => answerSitemap(site, request, deps);

function answerSitemap(kind: SitemapKind, request: ApiRequest, deps: HttpDeps): Awaitable<Answer> {
  const type = preferredType(request.request.headers.get("accept"), sitemapTypes);
  return answerCollection(request, deps, {
    isOpen: true,
    type,
    render: async ({ organization, reader, state }) => {
      const { page } = parseKnownQuery(sitemapParameters, request.url.searchParams);
      const sitemap: Sitemap = { reader, organization, hasRoot: kind.hasRoot, type };
      const place = { name: `${organization.id} ${kind.name}`, state };
      const answer = await readSitemap(kind, sitemap, page === undefined ? { place } : { page, place }, deps);
      return { ...answer, headers: { ...answer.headers, vary: "accept" } };
    },
  });
}

/** What is wanted of a sitemap. */
interface Wanted {
  /** The number of a page; undefined for the whole, or its index. */
  page?: number;
  place: PlanPlace;
}

async function readSitemap(
  kind: SitemapKind,
  sitemap: Sitemap,
  { page: wanted, place }: Wanted,
  { sitemapPlans }: HttpDeps,
): Promise<Answer> {
  const { reader } = sitemap;
  const known = sitemapPlans.get(place, reader.now);
  if (known?.isCurrent === true) {
    if (wanted === undefined && known.pages.length > 1) return indexAnswer(kind, sitemap, known);
    if (wanted !== undefined && wanted > known.pages.length) throw pageNotFound(known);
  }
  // The time of the site's own entry depends on all posts.
  if (wanted !== undefined && known !== undefined && !(kind.hasRoot && wanted === 1)) {
    const page = await readPlannedPage(sitemap, known.pages, wanted);
    if (page !== undefined) return page;
  }
  const { pages, page } = await walkSitemap(sitemap, wanted ?? "whole");
  const plan = { pages, goodUntil: reader.goodUntil };
  sitemapPlans.set(place, plan);
  if (page !== undefined) return page;
  if (wanted !== undefined) throw pageNotFound(plan);
  return indexAnswer(kind, sitemap, plan);
}

function pageNotFound({ pages: { length } }: SitemapPlan): ProblemError {
  return new ProblemError("page-not-found", `The sitemap has ${length === 1 ? "1 page" : `${length} pages`}`);
}

/** More than one sitemap can hold: where its pages are. */
function indexAnswer(
  { urlOf }: SitemapKind,
  { organization, reader, type }: Sitemap,
  { pages, goodUntil }: SitemapPlan,
): Answer {
  reader.changesAt(goodUntil);
  const url = urlOf(organization);
  const sitemaps = pages.map(({ latest }, index): SitemapIndexEntry => {
    const loc = pageUrl(url, index + 1);
    return latest === undefined ? { loc } : { loc, lastmod: latest };
  });
  const headers = lastModifiedHeader(latestOf(pages));
  if (type === "application/json") return jsonAnswer({ sitemaps: sitemaps.map(toSitemapUrl) }, 200, headers);
  return textAnswer(200, toSitemapIndex(sitemaps), { ...headers, "content-type": type });
}

function pageUrl(sitemap: string, page: number): string {
  const url = new URL(sitemap);
  url.searchParams.set("page", String(page));
  return url.href;
}
