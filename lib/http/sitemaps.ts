import * as v from "valibot";
import { type Organization, postSitemapUrl, sitemapUrl } from "../content/mod.ts";
import { type SitemapIndexEntry, toSitemapIndex } from "../sitemap/mod.ts";
import { type Answer, jsonAnswer, lastModifiedHeader, textAnswer } from "./answer.ts";
import type { ApiRequest } from "./api_request.ts";
import type { ApiHandler, HttpDeps } from "./http_deps.ts";
import { preferredType } from "./preferred_type.ts";
import { ProblemError } from "./problem.ts";
import { parseQuery, type QuerySchema } from "./query_parameters.ts";
import { readOrganization } from "./read_organization.ts";
import { readPlannedPage } from "./read_planned_page.ts";
import { toSitemapUrl } from "./represent_sitemap.ts";
import { sitemapTypes } from "./sitemap_page.ts";
import { type Sitemap, type WalkedSitemap, walkSitemap } from "./walk_sitemap.ts";

/** The query parameters of the sitemaps. */
export const sitemapParameters: QuerySchema<{ page?: number }> = v.object({
  page: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, "must be a whole number from 1"),
      v.transform(Number),
      v.number(),
      v.integer(),
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

async function answerSitemap(kind: SitemapKind, request: ApiRequest, deps: HttpDeps): Promise<Answer> {
  const { organization, result: wanted } = await readOrganization(request, deps, {
    isOpen: true,
    read: async () => parseQuery(sitemapParameters, request.url.searchParams).page,
  });
  const { content, options } = deps;
  const { hasRoot } = kind;
  const type = preferredType(request.request.headers.get("accept"), sitemapTypes);
  const sitemap: Sitemap = { content, organization, hasRoot, type, now: options.clock.now() };
  const answer = await readSitemap(kind, sitemap, wanted, deps);
  return { ...answer, headers: { ...answer.headers, vary: "accept" } };
}

async function readSitemap(
  kind: SitemapKind,
  sitemap: Sitemap,
  wanted: number | undefined,
  { sitemapPlans }: HttpDeps,
): Promise<Answer> {
  const planName = `${sitemap.organization.id} ${kind.name}`;
  // The time of the site's own entry depends on all posts.
  if (wanted !== undefined && !(kind.hasRoot && wanted === 1)) {
    const plan = sitemapPlans.get(planName) ?? [];
    const page = await readPlannedPage(sitemap, plan, wanted);
    if (page !== undefined) return page;
  }
  const walked = await walkSitemap(sitemap, wanted ?? "whole");
  sitemapPlans.set(planName, walked.plan);
  if (walked.page !== undefined) return walked.page;
  if (wanted === undefined) return indexAnswer(sitemap, kind.urlOf(sitemap.organization), walked);
  const count = walked.plan.length;
  throw new ProblemError("page-not-found", `The sitemap has ${count === 1 ? "1 page" : `${count} pages`}`);
}

/** More than one sitemap can hold: where its pages are. */
function indexAnswer({ type }: Sitemap, url: string, { plan, latest }: WalkedSitemap): Answer {
  const pages = plan.map((page, index): SitemapIndexEntry => {
    const loc = pageUrl(url, index + 1);
    return page.latest === undefined ? { loc } : { loc, lastmod: page.latest };
  });
  const headers = lastModifiedHeader(latest);
  if (type === "application/json") return jsonAnswer({ sitemaps: pages.map(toSitemapUrl) }, 200, headers);
  return textAnswer(200, toSitemapIndex(pages), { ...headers, "content-type": type });
}

function pageUrl(sitemap: string, page: number): string {
  const url = new URL(sitemap);
  url.searchParams.set("page", String(page));
  return url.href;
}
