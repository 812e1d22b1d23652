import * as v from "valibot";
import { andThen, type Awaitable } from "../awaitable.ts";
import type { ContentSource, Organization, Post } from "../content/mod.ts";
import { type Answer, jsonAnswer, textAnswer } from "./answer.ts";
import type { ApiRequest } from "./api_request.ts";
import { withEtag } from "./conditional.ts";
import { type FieldSelection, fieldsParameter, pickFields } from "./field_selection.ts";
import type { ApiHandler, HttpDeps } from "./http_deps.ts";
import { type SinglePost, singleFields } from "./post_schema.ts";
import { ProblemError } from "./problem.ts";
import { preferredType } from "./preferred_type.ts";
import { parseQuery, type QuerySchema } from "./query_parameters.ts";
import { readOrganization } from "./read_organization.ts";
import { RenderedPost } from "./rendered_post.ts";
import { toMarkdownPost } from "./represent_markdown.ts";
import { toSinglePost } from "./represent_post.ts";

/** What a post can be had in, the default first. */
const types = ["application/json", "text/markdown"] as const;
type PostType = (typeof types)[number];

const vary = { vary: "accept" };
/** Markdown must say its charset (RFC 7763, section 2). */
const markdownHeaders = { ...vary, "content-type": "text/markdown; charset=utf-8" };

/** The query parameters of the single post. */
export const postParameters: QuerySchema<{ fields?: FieldSelection }> = v.object({
  fields: v.exactOptional(fieldsParameter(singleFields)),
});

/** `GET /api/public/v1/post/{organizationSlug}/{slug}`: a post with its FAQ entries and structured data, or as Markdown. */
export const getPost: ApiHandler = (request, deps) => {
  const slug = request.params["slug"] ?? "";
  const type = typeOf(request.request.headers.get("accept"));
  const place = { slug, path: request.path, type };
  const read = (organizationSlug: string): Awaitable<Requested> => {
    const fields = fieldsOf(request, type);
    const rendered = deps.renderedPosts.find(request.path, type);
    return andThen(find(deps.content, organizationSlug, slug, rendered), (found) => ({ found, fields }));
  };
  return andThen(readOrganization(request, deps, { read }), ({ organization, result: { found, fields } }) =>
    andThen(renderedOf(organization, place, found, deps), (rendered) => {
      if (rendered === null) {
        throw new ProblemError("post-not-found", "No published post has the slug in the path");
      }
      const answer = rendered.answerAt(request.now);
      return fields === undefined ? answer : selectFields(answer, fields);
    }),
  );
};

/** What the client asks for: most requests have no query string, and need none read. Markdown has no fields. */
function fieldsOf({ request: { url } }: ApiRequest, type: PostType): FieldSelection | undefined {
  if (type !== "application/json" || !url.includes("?")) return undefined;
  return parseQuery(postParameters, new URL(url).searchParams).fields;
}

/** Of what was rendered, so that the FAQ entries are not looked for again. */
async function selectFields(
  { body, headers, isDated = false }: Answer,
  fields: FieldSelection,
): Promise<Answer> {
  const post = (await new Response(body).json()) as SinglePost;
  const modified = headers["last-modified"];
  const kept = modified === undefined ? vary : { ...vary, "last-modified": modified };
  return { ...jsonAnswer(pickFields(post, fields), 200, kept), isDated };
}

/** What was found, and what of it is to be shown. */
interface Requested {
  found: Found;
  fields: FieldSelection | undefined;
}

/** Which post is asked for, and in what. */
interface Place {
  slug: string;
  path: string;
  type: PostType;
}

/** A post as it was rendered before, when it is unchanged, or as it is now. */
type Found = { rendered: RenderedPost } | { post: Post | null };

/** Looks only whether a post that was rendered before has changed, where the source can tell. */
function find(
  content: ContentSource,
  organizationSlug: string,
  slug: string,
  rendered: RenderedPost | undefined,
): Awaitable<Found> {
  const read = (): Awaitable<Found> => andThen(content.getPost(organizationSlug, slug), (post) => ({ post }));
  if (rendered === undefined || content.isUnchanged === undefined) return read();
  // Before the post is looked at: what changes meanwhile is then seen next time.
  const lastChange = content.lastChange?.();
  if (lastChange !== undefined && rendered.seenAt === lastChange) return { rendered };
  return andThen<boolean, Found>(
    content.isUnchanged(organizationSlug, slug, rendered.version),
    (isUnchanged) => {
      if (!isUnchanged) return read();
      rendered.seenAt = lastChange;
      return { rendered };
    },
  );
}

/** A post's answer is good as long as neither the post has changed nor what the organization says of its site. */
function renderedOf(
  organization: Organization,
  place: Place,
  found: Found,
  deps: HttpDeps,
): Awaitable<RenderedPost | null> {
  if ("rendered" in found) {
    if (found.rendered.isOf(organization)) return found.rendered;
    return andThen(deps.content.getPost(organization.slug, place.slug), (post) =>
      renderedOf(organization, place, { post }, deps),
    );
  }
  const { post } = found;
  if (post === null) return null;
  const { path, type } = place;
  const known = deps.renderedPosts.find(path, type);
  if (known?.isOf(organization) && known.version === post.version) return known;
  const answer = withEtag(render(organization, post, type, deps));
  return deps.renderedPosts.keep(path, type, new RenderedPost(organization, post, answer));
}

function render(organization: Organization, post: Post, type: PostType, { options }: HttpDeps): Answer {
  if (type === "text/markdown") return textAnswer(200, toMarkdownPost(organization, post), markdownHeaders);
  return jsonAnswer(toSinglePost(organization, post, options.faq), 200, vary);
}

/** What the post is wanted in. Most clients do not say, and then there is nothing to look up. */
function typeOf(accept: string | null): PostType {
  return accept === null || accept === "*/*" ? types[0] : preferredType(accept, types);
}
