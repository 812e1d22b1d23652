import { html, type Html } from "../../../base/text/html.ts";
import { runSteps } from "../../../base/yielding.ts";
import { type Organization, type Post, postUrl } from "../../../content/mod.ts";
import {
  type ExchangeRequest,
  type PreparedResponse,
  type ProblemError,
  textResponse,
} from "../../../http/mod.ts";
import { wordCounter } from "../../../import/text_work/mod.ts";
import { absoluteAddresses } from "../../../publishing/mod.ts";
import { contentOfCopy, postOfCopy } from "../../actions/texts/post_of_copy.ts";
import { countRequest } from "../count_request.ts";
import type { EndpointDeps } from "../endpoint_deps.ts";
import type { WantedPost } from "../posts/post_parameters.ts";
import { postNotFound } from "../posts/post_not_found.ts";
import { renderPost } from "../posts/render_post.ts";
import { requireShownFields } from "../posts/require_shown_fields.ts";
import { selectFields } from "../posts/select_fields.ts";
import { previewDocument } from "./preview_document.ts";

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

/** A request with the token of a preview link. */
interface PreviewRequest {
  request: ExchangeRequest;
  organization: Organization;
}

/** Responds with the post of a preview link as JSON or Markdown. */
export async function previewResponse(
  { request, organization, wanted }: PreviewRequest & { wanted: WantedPost },
  deps: EndpointDeps,
): Promise<PreparedResponse> {
  const { fields } = wanted;
  if (fields !== undefined) requireShownFields(organization, fields, "single");
  const { post } = await findPreview({ request, organization, token: wanted.preview ?? "" }, deps);
  const { response } = await renderPost(organization, post, { ...wanted, now: request.now }, deps);
  const shown = fields === undefined ? response : selectFields(response, fields);
  return shown.withHeaders(previewHeaders);
}

/** Responds with the post of a preview link as a page. Other parameters are ignored, because programs that send links add their own. */
export async function previewPage(
  { request, organization }: PreviewRequest,
  deps: EndpointDeps,
): Promise<PreparedResponse> {
  const token = new URLSearchParams(request.match.search).get("preview") ?? "";
  const { post, expiresAt } = await findPreview({ request, organization, token }, deps);
  const content = await runSteps(absoluteAddresses(post.html ?? "", postUrl(organization, post.slug)));
  const note = html`Preview for ${organization.name}. The link works until
    <time datetime="${expiresAt}">${timeOf(expiresAt)}</time>.`;
  return pageOf(200, previewDocument({ ...post, html: content }, { note }));
}

/** Responds with a problem in words. */
export function problemPage({ status, code, message, headers }: ProblemError): PreparedResponse {
  const isMissing = status === 404;
  const title = isMissing ? "This link shows nothing" : "This preview cannot be shown";
  const text = isMissing
    ? "It has expired, was revoked, or is not complete. Ask its sender for another link."
    : `${message}.`;
  const document = html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              1.125rem/1.6 system-ui,
              sans-serif;
            max-width: 32rem;
            margin: 10vh auto 0;
            padding: 0 1rem;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>${text}</p>
        ${!isMissing && html`<p><code>${code}</code></p>`}
      </body>
    </html>`;
  return pageOf(status, document).withHeaders({ ...headers });
}

function pageOf(status: number, { text }: Html): PreparedResponse {
  return textResponse(status, text, pageHeaders);
}

/** Returns the post of a token as its writers see it, with their unpublished changes. */
async function findPreview(
  { request, organization, token }: PreviewRequest & { token: string },
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

/** Writes a time for readers in any place: "15 June 2026, 13:00 UTC". */
function timeOf(instant: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(new Date(instant))} UTC`;
}
