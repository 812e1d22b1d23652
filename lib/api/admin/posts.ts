import * as v from "valibot";
import type { AdminActor } from "../actions/admin_actor.ts";
import type { PublishOptions } from "../actions/post_text.ts";
import type { PostUpload } from "../actions/post_upload.ts";
import { adminApiAddress } from "../../base/api_address.ts";
import { given } from "../../base/given.ts";
import {
  type CopyMark,
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
import { ends, shows } from "./admin_handlers.ts";
import type { AdminRequest, AdminRoute } from "./admin_route.ts";
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
    createdBy: v.exactOptional(
      v.pipe(
        v.string(),
        v.maxLength(1_000, "must be at most 1000 characters"),
        v.description("Only posts that this user created: the id of a user, or `me` for the caller."),
        v.examples(["me"]),
      ),
    ),
    search: searchParameter("Only posts with this in name, slug, section or a tag. Case is ignored."),
    ...labelParameters,
  }),
  v.transform(toFilter),
);

/** The query parameters of changes of a post. */
export const updateParameters: QuerySchema<Pick<PublishOptions, "changes">> = v.object({
  changes: v.exactOptional(
    v.pipe(
      v.picklist(["publish", "leave"], "must be publish or leave"),
      v.description(
        "Use of the unpublished changes if `status` publishes or schedules the post: they are published, too (then the body has at most `publishedAt` beside " +
          "`status`), or they stay unpublished. Without it, a post with unpublished changes returns 409.",
      ),
    ),
  ),
});

/** The paths of posts of every status that the caller may see. */
export const postRoutes: readonly AdminRoute[] = [
  {
    path: "posts",
    hasQuery: ["GET"],
    readsPost: ["POST"],
    GET: async ({ request, url, actor }, deps) => {
      const { others, ...custom } = await readCustomQuery({ url, actor }, deps);
      const { cursor, limit, sort = "-updatedAt", ...filters } = parseQuery(postsParameters, others);
      if (filters.createdBy === "me") filters.createdBy = actor.userId;
      const { customSort } = custom;
      const list = `posts ${customSort === undefined ? sort : sortName(customSort)}`;
      const query = { ...filters, ...custom, sort };
      return pageOf({ field: "posts", list, cursor, limit }, { request, deps }, async (part) =>
        deps.admin.posts.list(actor, { ...query, ...part }),
      );
    },
    POST: async ({ request, actor }, deps) => {
      const post = await deps.admin.posts.create(actor, await readUpload(request, deps));
      return createdResponse(post, { request, actor }, deps);
    },
  },
  {
    path: "posts/{slug}",
    hasQuery: ["PATCH"],
    readsPost: ["PUT", "PATCH", "DELETE"],
    GET: async ({ actor, slug, admin }) => {
      const post = await admin.posts.get({ actor, slug });
      const marks =
        post.status === "draft" ? undefined : await admin.posts.unpublishedChanges(actor, [post.id]);
      return postResponse({ ...post, ...given({ unpublishedChanges: marks?.get(post.id) }) });
    },
    PUT: async (request, deps) => {
      const { actor, slug } = request;
      const conditions = readConditions(request.request.headers);
      const upload = await readUpload(request.request, deps);
      const { post, outcome } = await deps.admin.posts.put({ actor, slug }, upload, conditions);
      return outcome === "created"
        ? createdResponse(post, request, deps)
        : writtenResponse(post, actor, deps);
    },
    PATCH: async (request, deps) => {
      const { actor, slug } = request;
      const conditions = readConditions(request.request.headers);
      const decision = parseQuery(updateParameters, request.url.searchParams);
      const changes = withMergedObjects(await request.body(), "custom");
      const post = await deps.admin.posts.update({ actor, slug }, changes, { ...conditions, ...decision });
      return writtenResponse(post, actor, deps);
    },
    DELETE: ends(async (request) => {
      const { actor, admin, slug } = request;
      return admin.posts.delete({ actor, slug }, readConditions(request.request.headers));
    }),
  },
  {
    path: "posts/{slug}/preview",
    GET: shows(async ({ actor, slug, admin }) => admin.posts.preview({ actor, slug })),
  },
  {
    path: "posts/{slug}/revisions",
    GET: shows(async ({ actor, slug, admin }) => ({
      revisions: await admin.posts.history({ actor, slug }),
    })),
  },
  {
    path: "posts/{slug}/revisions/{number}/restore",
    readsPost: ["POST"],
    POST: async (request, deps) => {
      const { actor, slug, number } = request;
      const conditions = readConditions(request.request.headers);
      const { post } = await deps.admin.posts.text.restore({ actor, slug }, Number(number), conditions);
      return writtenResponse(post, actor, deps);
    },
  },
];

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

/**
 * Creates the response with a post. Its ETag changes with the body: with every write of the post, and when a scheduled post becomes public. With the mark of
 * unpublished changes, it changes with every save of them.
 */
function postResponse(
  post: StoredPostWithHtml & { warnings?: PostWarning[]; unpublishedChanges?: CopyMark },
  status = 200,
  headers: Record<string, string> = {},
): PreparedResponse {
  return jsonResponse(post, status, { ...headers, etag: `"${shownTag(post, post.unpublishedChanges)}"` });
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
