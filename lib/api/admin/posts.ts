import * as v from "valibot";
import type { AdminActor } from "../actions/admin_actor.ts";
import type { PostUpload } from "../actions/post_upload.ts";
import { adminApiAddress } from "../../base/api_address.ts";
import {
  filterableFields,
  type PostListQuery,
  type PostSort,
  postStatuses,
  type PostWarning,
  shownTag,
  type StoredPostWithHtml,
} from "../../content/mod.ts";
import {
  type PreparedResponse,
  emptyResponse,
  jsonResponse,
  parseQuery,
  type QuerySchema,
  readJsonBody,
  relativeReference,
  ProblemError,
  type IncomingBody,
  readBytes,
  readMediaType,
} from "../../http/mod.ts";
import type { EndpointDeps } from "../public/endpoint_deps.ts";
import {
  type CustomQuery,
  isOfField,
  parseCustomQuery,
  sortName,
} from "../public/posts/custom_parameters.ts";
import { labelParameters, sortParameter, toFilter } from "../public/posts/list_parameters.ts";
import { withMergedObjects } from "../../base/input/patch_of.ts";
import type { AdminHandler, AdminRequest } from "./admin_route.ts";
import { pageOf, pageParameters, searchParameter } from "./page_query.ts";
import { readConditions } from "./read_conditions.ts";

/** Validated query parameters of the list of posts. */
interface PostsParameters extends PostListQuery {
  sort?: PostSort;
  limit: number;
  cursor?: string;
}

/** The query parameters of the list of posts. */
export const postsParameters: QuerySchema<PostsParameters> = v.pipe(
  v.object({
    sort: sortParameter("Order of the list. A leading `-` means descending. Default: `-updatedAt`."),
    ...pageParameters,
    status: v.exactOptional(
      v.pipe(
        v.picklist(postStatuses, `must be one of ${postStatuses.join(", ")}`),
        v.description(
          "Only posts of this status. A scheduled post counts as published after its publication time.",
        ),
      ),
    ),
    search: searchParameter("Only posts with this in name, slug, section or a tag. Case is ignored."),
    ...labelParameters,
  }),
  v.transform(toFilter),
);

/** `GET /posts`: the posts of every status that the caller may see, without their HTML. */
export const listPosts: AdminHandler = async ({ request, url, actor }, deps) => {
  const { others, ...custom } = await readCustomQuery({ url, actor }, deps);
  const { cursor, limit, sort = "-updatedAt", ...filters } = parseQuery(postsParameters, others);
  const { customSort } = custom;
  const list = `posts ${customSort === undefined ? sort : sortName(customSort)}`;
  const query = { ...filters, ...custom, sort };
  return pageOf({ field: "posts", list, cursor, limit }, { request, deps }, async (part) =>
    deps.admin.posts.list(actor, { ...query, ...part }),
  );
};

/** Reads the filters and the order by fields of the organization. */
async function readCustomQuery(
  { url: { searchParams }, actor }: Pick<AdminRequest, "url" | "actor">,
  { admin }: EndpointDeps,
): Promise<CustomQuery> {
  const names = [...searchParams.keys(), ...searchParams.getAll("sort")];
  if (!names.some(isOfField)) return { others: searchParams };
  const { postFields } = await admin.organization.get(actor);
  return parseCustomQuery(searchParams, filterableFields(postFields));
}

/** `POST /posts`: creates a post. */
export const createPost: AdminHandler = async ({ request, actor }, deps) => {
  const post = await deps.admin.posts.create(actor, await readUpload(request, deps));
  return createdResponse(post, { request, actor }, deps);
};

/** `GET /posts/{slug}`: a post as stored. */
export const showPost: AdminHandler = async ({ params, actor }, { admin }) =>
  postResponse(await admin.posts.get({ actor, slug: slugOf(params) }));

/** `PUT /posts/{slug}`: creates or replaces a post. An upload without changes writes nothing. */
export const putPost: AdminHandler = async ({ request, params, actor }, deps) => {
  const conditions = readConditions(request.headers);
  const upload = await readUpload(request, deps);
  const { post, outcome } = await deps.admin.posts.put({ actor, slug: slugOf(params) }, upload, conditions);
  return outcome === "created"
    ? createdResponse(post, { request, actor }, deps)
    : writtenResponse(post, actor, deps);
};

/** `PATCH /posts/{slug}`: changes some fields of a post. */
export const updatePost: AdminHandler = async ({ request, params, actor }, deps) => {
  const conditions = readConditions(request.headers);
  const { value } = await readJsonBody(request, deps.options.limits.bodyBytes);
  const address = { actor, slug: slugOf(params) };
  const post = await deps.admin.posts.update(address, withMergedObjects(value, "custom"), conditions);
  return writtenResponse(post, actor, deps);
};

/** `DELETE /posts/{slug}`: deletes a post and its history. */
export const deletePost: AdminHandler = async ({ request, params, actor }, { admin }) => {
  await admin.posts.delete({ actor, slug: slugOf(params) }, readConditions(request.headers));
  return emptyResponse(204);
};

/** `GET /posts/{slug}/preview`: a post's data for readers and search engines. */
export const previewPost: AdminHandler = async ({ params, actor }, { admin }) =>
  jsonResponse(await admin.posts.preview({ actor, slug: slugOf(params) }));

/** `GET /posts/{slug}/revisions`: the last 10 revisions of a post. */
export const listRevisions: AdminHandler = async ({ params, actor }, { admin }) =>
  jsonResponse({ revisions: await admin.posts.history({ actor, slug: slugOf(params) }) });

/** `POST /posts/{slug}/revisions/{number}/restore`: writes the content of a revision as a new revision. */
export const restoreRevision: AdminHandler = async ({ request, params, actor }, deps) => {
  const conditions = readConditions(request.headers);
  const number = Number(params["number"]);
  const post = await deps.admin.posts.restore({ actor, slug: slugOf(params) }, number, conditions);
  return writtenResponse(post, actor, deps);
};

function slugOf(params: Readonly<Record<string, string>>): string {
  return params["slug"] ?? "";
}

/** Creates the response with a post. Its ETag changes with the body: with every write of the post, and when a scheduled post becomes public. */
function postResponse(
  post: StoredPostWithHtml & { warnings?: PostWarning[] },
  status = 200,
  headers: Record<string, string> = {},
): PreparedResponse {
  return jsonResponse(post, status, { ...headers, etag: `"${shownTag(post)}"` });
}

/** Creates the response with a written post and its warnings. */
export async function writtenResponse(
  post: StoredPostWithHtml,
  actor: AdminActor,
  { admin }: EndpointDeps,
  created?: { location: string },
): Promise<PreparedResponse> {
  const warnings = await admin.posts.warningsOf(actor, post);
  const written = warnings.length === 0 ? post : { ...post, warnings };
  return created === undefined ? postResponse(written) : postResponse(written, 201, created);
}

async function createdResponse(
  post: StoredPostWithHtml,
  { request, actor }: Pick<AdminRequest, "request" | "actor">,
  deps: EndpointDeps,
): Promise<PreparedResponse> {
  const { basePath } = deps.options;
  const location = relativeReference(request.target, adminApiAddress({ basePath }, "posts", post.slug));
  return writtenResponse(post, actor, deps, { location });
}

/**
 * Reads a post from a request's body: a JSON object, or a Markdown file (`content-type: text/markdown`).
 *
 * @throws {ProblemError} if the body is neither
 */
async function readUpload(request: IncomingBody, { options }: EndpointDeps): Promise<PostUpload> {
  const { bodyBytes } = options.limits;
  const { name, isUtf8 } = readMediaType(request.headers.get("content-type"));
  if (name !== "text/markdown") return (await readJsonBody(request, bodyBytes)).value as PostUpload;
  if (!isUtf8) throw new ProblemError("unsupported-media-type", "The Markdown must be in UTF-8");
  const bytes = await readBytes(request, bodyBytes);
  if (bytes.length === 0) throw new ProblemError("missing-body", "Send the post as the body");
  return { markdown: decode(bytes) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const fields = [{ pointer: "", message: "must be text in UTF-8" }];
    throw new ProblemError("invalid-body", "The body must be text in UTF-8", { fields, cause });
  }
}
