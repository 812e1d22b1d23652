import { onFirstUse } from "../../../base/first_use.ts";
import { runSteps } from "../../../base/yielding.ts";
import { type Organization, type Post, postUrl } from "../../../content/mod.ts";
import { type Endpoint, type ExchangeRequest, textResponse, toProblem } from "../../../http/mod.ts";
import { wordCounter } from "../../../import/text_work/mod.ts";
import { absoluteAddresses } from "../../../publishing/mod.ts";
import { contentOfCopy, postOfCopy } from "../../actions/texts/post_of_copy.ts";
import { countRequest } from "../count_request.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import { type OrganizationEndpoint, planOrganizationEndpoint } from "../organization_endpoint.ts";
import type { WantedPost } from "../posts/post_parameters.ts";
import { postNotFound } from "../posts/post_not_found.ts";
import { renderPost } from "../posts/render_post.ts";
import { requireShownFields } from "../posts/require_shown_fields.ts";
import { selectFields } from "../posts/select_fields.ts";

/** No cache stores a preview, and no search engine lists it. */
const previewHeaders = { "cache-control": "private, no-store", "x-robots-tag": "noindex" };

/** The page has an origin of its own, and no scripts, forms or cookies. Its images and films come from their own servers. */
const pageHeaders = {
  ...previewHeaders,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "sandbox; default-src 'none'; img-src https: http: data:; media-src https: http: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

const tooManyPreviews = {
  code: "too-many-previews",
  detail: "Your address requested too many previews",
} as const;

const loadPage = onFirstUse(() => import("./preview_page.ts"));

/**
 * Plans the response to a preview link. The token replaces a key where reading needs one. A wrong token gets the same response as a
 * missing post.
 */
export function previewEndpoint(
  request: ExchangeRequest,
  wanted: WantedPost,
  deps: EndpointDeps,
): OrganizationEndpoint {
  return {
    isOpen: true,
    questions: [],
    createResponse: async ({ organization }) => {
      const { fields } = wanted;
      if (fields !== undefined) requireShownFields(organization, fields, "single");
      const { post } = await findPreview({ request, organization, token: wanted.preview ?? "" }, deps);
      const { response } = await renderPost(organization, post, { ...wanted, now: request.now }, deps);
      const shown = fields === undefined ? response : selectFields(response, fields);
      return shown.withHeaders(previewHeaders);
    },
  };
}

/**
 * `GET /api/public/v1/preview/{organizationSlug}/{slug}`: the post of a preview link as a page for people. Problems are pages, too. Other parameters
 * are ignored, because programs that send links add their own.
 */
export function getPreviewPage(deps: EndpointDeps): Endpoint {
  return (request) => {
    const token = new URLSearchParams(request.match.search).get("preview") ?? "";
    const plan = planOrganizationEndpoint(request, deps, {
      isOpen: true,
      questions: [],
      createResponse: async ({ organization }) => {
        const { post, expiresAt } = await findPreview({ request, organization, token }, deps);
        const { previewPage } = await loadPage();
        const { html = "", slug } = post;
        const content = await runSteps(absoluteAddresses(html, postUrl(organization, slug)));
        const shown = previewPage(
          { ...post, html: content },
          { organizationName: organization.name, expiresAt },
        );
        return textResponse(200, shown, pageHeaders);
      },
    });
    const respond: typeof plan.respond = async (answers, caller) => {
      try {
        return await plan.respond(answers, caller);
      } catch (error) {
        const problem = toProblem(error);
        if (problem.code === "internal-error") throw error;
        const { problemPage } = await loadPage();
        return textResponse(problem.status, problemPage(problem), { ...pageHeaders, ...problem.headers });
      }
    };
    return { ...plan, respond };
  };
}

/** Returns the post of a token as its writers see it, with their unpublished changes. */
async function findPreview(
  { request, organization, token }: { request: ExchangeRequest; organization: Organization; token: string },
  deps: EndpointDeps,
): Promise<{ post: Post; expiresAt: string }> {
  countRequest(request, deps.previewRequests, tooManyPreviews);
  const address = { organizationSlug: organization.slug, slug: request.match.params["slug"] ?? "" };
  const found = (await deps.previews?.find(address, token)) ?? null;
  if (found === null) throw postNotFound;
  const { post, expiresAt, changes } = found;
  if (changes === undefined) return { post, expiresAt };
  const { stored, copy } = changes;
  const content = await contentOfCopy(copy, "Cannot show the unpublished changes", {
    slug: stored.slug,
    now: request.now,
    textWork: deps.textWork.of(organization.slug),
  });
  const shown = { post: stored, copy, content, countWords: wordCounter(deps.textWork) };
  return { post: await postOfCopy(organization, shown), expiresAt };
}
