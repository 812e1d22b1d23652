import * as v from "valibot";
import { andThen, type Awaitable, settle } from "../awaitable.ts";
import type { Organization, Post } from "../content/mod.ts";
import { type Answer, jsonAnswer, textAnswer } from "./answer.ts";
import type { ApiRequest } from "./api_request.ts";
import { withEtag } from "./conditional.ts";
import { type FieldSelection, fieldsParameter, pickFields } from "./field_selection.ts";
import type { ApiHandler, HttpDeps } from "./http_deps.ts";
import { type SinglePost, singleFields } from "./post_schema.ts";
import { ProblemError } from "./problem.ts";
import { preferredType } from "./preferred_type.ts";
import { parseQuery, type QuerySchema } from "./query_parameters.ts";
import { type Read, readOrganization } from "./read_organization.ts";
import { RenderedPost, type Rendering } from "./rendered_post.ts";
import { toMarkdownPost, toWithheldMarkdown } from "./represent_markdown.ts";
import { isPaid, toSinglePost, withoutContent } from "./represent_post.ts";
import { stalePost } from "./stale_post.ts";

/** What a post can be had in, the default first. */
const types = ["application/json", "text/markdown"] as const;
type PostType = (typeof types)[number];
type PostFormat = "json" | "markdown";

const typeOfFormat: Readonly<Record<PostFormat, PostType>> = {
  json: "application/json",
  markdown: "text/markdown",
};

const vary = { vary: "accept" };
/** Markdown must say its charset (RFC 7763, section 2). */
const markdownHeaders = { ...vary, "content-type": "text/markdown; charset=utf-8" };

/** The query parameters of the single post. */
export const postParameters: QuerySchema<{ fields?: FieldSelection; format?: PostFormat }> = v.object({
  fields: v.exactOptional(fieldsParameter(singleFields)),
  format: v.exactOptional(
    v.pipe(
      v.picklist(["json", "markdown"], "must be json or markdown"),
      v.description("The format, for links: it takes precedence over `Accept`. Default: by `Accept`."),
    ),
  ),
});

/** `GET /api/public/v1/post/{organizationSlug}/{slug}`: a post with its FAQ entries and structured data, or as Markdown. */
export const getPost: ApiHandler = (request, deps) => {
  if (deps.options.cache.staleIfError === 0) return readOrganization(request, deps, reading);
  return settle(request, readCurrentPost, keepAnswer, answerStalePost);
};

function readCurrentPost(request: ApiRequest): Awaitable<Answer> {
  return readOrganization(request, request.deps, reading);
}

function keepAnswer(answer: Answer): Answer {
  return answer;
}

function answerStalePost(error: unknown, request: ApiRequest): Awaitable<Answer> {
  const { type, fields } = wantedOf(request.request);
  const answer = stalePost(request, { type, error });
  return fields === undefined ? answer : selectFields(answer, fields);
}

/** What of a post is wanted. */
interface Wanted {
  type: PostType;
  /** What of it is to be shown. Default: all. */
  fields: FieldSelection | undefined;
}

/** What is asked for: a post as it was rendered before, where that is unchanged, or as it is now. */
interface Requested {
  wanted: Wanted;
  found: RenderedPost | { post: Post | null };
}

const reading = { read: readPost, answer: answerPost };

function readPost(request: ApiRequest): Awaitable<Requested> {
  return find(request, wantedOf(request.request));
}

function answerPost(
  { organization, result, caller }: Read<Requested>,
  request: ApiRequest,
): Awaitable<Answer> {
  const shown = { fields: result.wanted.fields, now: request.now, hasKey: caller !== null };
  return andThen(renderedOf(organization, result, request), show, shown);
}

const postNotFound = new ProblemError("post-not-found", "No published post has the slug in the path", {
  isShared: true,
});

function show(
  rendered: RenderedPost | null,
  { fields, now, hasKey }: { fields: Wanted["fields"]; now: number; hasKey: boolean },
): Awaitable<Answer> {
  if (rendered === null) throw postNotFound;
  rendered.confirmedAt = now;
  const answer = rendered.answerAt(now, hasKey);
  return fields === undefined ? answer : selectFields(answer, fields);
}

/** Reads format and selected fields; most requests have no query string. Markdown has no fields to select. */
function wantedOf({ url, headers }: Request): Wanted {
  if (!url.includes("?")) return { type: typeOf(headers.get("accept")), fields: undefined };
  const { fields, format } = parseQuery(postParameters, new URL(url).searchParams);
  const type = format === undefined ? typeOf(headers.get("accept")) : typeOfFormat[format];
  return { type, fields: type === "application/json" ? fields : undefined };
}

/** Of what was rendered, so that the FAQ entries are not looked for again. */
async function selectFields(
  { body, headers, isDated = false }: Answer,
  fields: FieldSelection,
): Promise<Answer> {
  const post = (await new Response(body).json()) as SinglePost;
  const { "last-modified": modified, age } = headers;
  const kept = {
    ...vary,
    ...(modified === undefined ? {} : { "last-modified": modified }),
    ...(age === undefined ? {} : { age }),
  };
  return { ...jsonAnswer(pickFields(post, fields), 200, kept), isDated };
}

/** Looks only whether a post that was rendered before has changed, where the source can tell. */
function find(request: ApiRequest, wanted: Wanted): Awaitable<Requested> {
  const { content, renderedPosts } = request.deps;
  const rendered = renderedPosts.find(request.path, wanted.type);
  if (rendered === undefined) return readAnew(request, wanted);
  // Before the post is looked at: what changes meanwhile is then seen next time.
  const lastChange = content.lastChange?.();
  if (lastChange !== undefined && rendered.seenAt === lastChange) return { wanted, found: rendered };
  return revisit(request, wanted, { rendered, lastChange });
}

function revisit(
  request: ApiRequest,
  wanted: Wanted,
  { rendered, lastChange }: { rendered: RenderedPost; lastChange: number | undefined },
): Awaitable<Requested> {
  const { content } = request.deps;
  if (content.isUnchanged === undefined) return readAnew(request, wanted);
  const isUnchanged = content.isUnchanged(request.organizationSlug, slugOf(request), rendered.version);
  return andThen(isUnchanged, (isSame): Awaitable<Requested> => {
    if (!isSame) return readAnew(request, wanted);
    rendered.seenAt = lastChange;
    return { wanted, found: rendered };
  });
}

function readAnew(request: ApiRequest, wanted: Wanted): Awaitable<Requested> {
  return andThen(postOf(request), (post) => ({ wanted, found: { post } }));
}

function postOf(request: ApiRequest): Awaitable<Post | null> {
  return request.deps.content.getPost(request.organizationSlug, slugOf(request));
}

function slugOf({ params }: ApiRequest): string {
  return params["slug"] ?? "";
}

/** A post's answer is good as long as neither the post has changed nor what the organization says of its site. */
function renderedOf(
  organization: Organization,
  { wanted: { type }, found }: Requested,
  request: ApiRequest,
): Awaitable<RenderedPost | null> {
  if (!(found instanceof RenderedPost)) return renderAnew(organization, found.post, type, request);
  return found.isOf(organization) ? found : renderChanged(organization, type, request);
}

function renderChanged(
  organization: Organization,
  type: PostType,
  request: ApiRequest,
): Awaitable<RenderedPost | null> {
  return andThen(postOf(request), (post) => renderAnew(organization, post, type, request));
}

function renderAnew(
  organization: Organization,
  post: Post | null,
  type: PostType,
  { path, deps }: ApiRequest,
): Awaitable<RenderedPost | null> {
  if (post === null) return null;
  const known = deps.renderedPosts.find(path, type);
  if (known?.isOf(organization) && known.version === post.version) return known;
  return andThen(render(organization, post, type, deps), (rendering) =>
    deps.renderedPosts.keep(path, type, new RenderedPost(organization, post, rendering)),
  );
}

function render(
  organization: Organization,
  post: Post,
  type: PostType,
  deps: HttpDeps,
): Awaitable<Rendering> {
  return type === "text/markdown"
    ? renderMarkdown(organization, post, deps)
    : renderJson(organization, post, deps);
}

function renderMarkdown(
  organization: Organization,
  post: Post,
  { textWork }: HttpDeps,
): Awaitable<Rendering> {
  return andThen(toMarkdownPost(organization, post, textWork), (text): Rendering => {
    const whole = markdownAnswer(text);
    if (!isPaid(organization, post)) return { whole };
    return { whole, withheld: markdownAnswer(toWithheldMarkdown(organization, post)) };
  });
}

function renderJson(
  organization: Organization,
  post: Post,
  { options: { faq }, textWork }: HttpDeps,
): Awaitable<Rendering> {
  return andThen(toSinglePost(organization, post, { faq, textWork }), (shown): Rendering => {
    const whole = postAnswer(shown);
    return isPaid(organization, post) ? { whole, withheld: postAnswer(withoutContent(shown)) } : { whole };
  });
}

function markdownAnswer(text: string): Answer {
  return withEtag(textAnswer(200, text, markdownHeaders));
}

function postAnswer(post: SinglePost): Answer {
  return withEtag(jsonAnswer(post, 200, vary));
}

/** What the post is wanted in. Most clients do not say, and then there is nothing to look up. */
function typeOf(accept: string | null): PostType {
  return accept === null || accept === "*/*" ? types[0] : preferredType(accept, types);
}
