import { jsonContent, pathPart } from "../../description/openapi_content.ts";
import * as v from "valibot";
import { longestContent, markdownPostInput, postChanges, postInput } from "../../../content/mod.ts";
import type { BodyDescription, Content } from "../../../http/openapi/mod.ts";
import { exampleMarkdown, examplePost } from "../../public/posts/example_post.ts";
import * as schemas from "../post_schemas.ts";
import { postsParameters, updateParameters } from "../posts.ts";
import {
  lastPage,
  type AdminResponse,
  operationsOf,
  shown,
  type DescribeAdminOperation,
  ifMatch,
  readConditions,
  ifNoneMatchAny,
  notModified,
  textProblems,
  writeProblems,
} from "./admin_operation.ts";
import { exampleKeptPost, exampleKeptPostWithHtml, exampleKeyId, exampleUserId } from "./examples.ts";

const tag = "Posts";
const readOperation = operationsOf({ tag, needs: "posts:read" });
const writeOperation = operationsOf({ tag, needs: "posts:write" });

const keptContent: Content = jsonContent(schemas.keptPostWithHtmlSchema, {
  post: { summary: "A post", value: exampleKeptPostWithHtml },
});

const writtenContent: Content = { ...keptContent, schema: schemas.writtenPostSchema };

const created: AdminResponse = {
  status: 201,
  description: "The post was created.",
  headers: ["ETag", "Location"],
  content: writtenContent,
};

const current: AdminResponse = {
  status: 200,
  description: "The current post.",
  headers: ["ETag"],
  content: keptContent,
};

const written: AdminResponse = { ...current, content: writtenContent };

const { name } = exampleKeptPost;

const upload: BodyDescription = {
  description: "A post: a JSON object with `html` or `markdown`, or a Markdown file with front matter.",
  schema: v.union([postInput, markdownPostInput]),
  examples: {
    html: { summary: "With HTML", value: { name, html: examplePost.html, tags: ["visit"], status: "draft" } },
    markdown: {
      summary: "With Markdown",
      value: { name, markdown: "## When are you open?\n\nFrom nine to five." },
    },
  },
  alternative: {
    mediaType: "text/markdown",
    schema: v.pipe(v.string(), v.maxLength(longestContent)),
    examples: { file: { summary: "A file", value: exampleMarkdown } },
  },
};

const { html: _html, ...preview } = examplePost;

export const postOperations: readonly DescribeAdminOperation[] = [
  readOperation({
    operationId: "listPosts",
    method: "get",
    path: "/posts",
    summary: "List posts",
    description:
      "Returns pages of posts without their HTML. Callers without `posts:write` see only public posts. A search with few results can " +
      "return a short or even empty page although a next page exists. Fields of the organization with `isFilterable` are filters and " +
      "orders, as in the public list: `custom.rating=4`, `custom.rating.from=3`, `sort=-custom.rating`.",
    problems: ["filter-not-ready"],
    query: postsParameters,
    responses: [
      lastPage("A page of posts.", schemas.keptPostListSchema, {
        posts: [exampleKeptPost],
        nextCursor: null,
      }),
    ],
  }),
  writeOperation({
    operationId: "createPost",
    method: "post",
    path: "/posts",
    summary: "Create a post",
    description:
      "A post without a `status` is published. A post without a `slug` gets one from its name. The status `scheduled` needs a `publishedAt` in the future.",
    body: upload,
    responses: [created],
    problems: ["already-exists", ...textProblems],
  }),
  readOperation({
    operationId: "getPost",
    method: "get",
    path: "/posts/{slug}",
    summary: "Get a stored post",
    description:
      "The `ETag` changes with every write of the post, when a scheduled post becomes public, and with every save of its unpublished changes. Send it in `If-Match`, which compares only the writes of the post.",
    parameters: [...readConditions],
    responses: [current, notModified],
  }),
  writeOperation({
    operationId: "putPost",
    method: "put",
    path: "/posts/{slug}",
    summary: "Create or replace a post",
    description:
      "Replaces a post except its id. `status`, `createdAt` and `publishedAt` stay the same unless the body sets them. A past `publishedAt` of a scheduled post needs a `status`. A body without changes writes nothing, so the request can be repeated. Unpublished changes stay as they are. `draft` returns 409 if there are any.",
    parameters: [ifMatch, ifNoneMatchAny],
    body: upload,
    responses: [written, created],
    problems: [...writeProblems, "already-exists", "unpublished-changes", ...textProblems],
  }),
  writeOperation({
    operationId: "updatePost",
    method: "patch",
    path: "/posts/{slug}",
    summary: "Change some fields of a post",
    description:
      "`status` publishes, schedules, unpublishes (`draft`) and archives. `null` leaves `status` and `createdAt` as they are. A past `publishedAt` of a scheduled post needs a `status`. Of `author` and `authors`, `authors` is stored. A body without changes writes nothing. `draft` alone makes the unpublished changes the text of the draft. `draft` beside other fields returns 409 if there are any.",
    query: updateParameters,
    parameters: [ifMatch, ifNoneMatchAny],
    body: {
      description: "The fields that change.",
      schema: postChanges,
      examples: {
        archive: { summary: "Archive the post", value: { status: "archived" } },
        schedule: {
          summary: "Schedule the post",
          value: { status: "scheduled", publishedAt: "2027-01-01T09:00:00Z" },
        },
      },
    },
    responses: [written],
    problems: [...writeProblems, "already-exists", "unpublished-changes", ...textProblems],
  }),
  writeOperation({
    operationId: "deletePost",
    method: "delete",
    path: "/posts/{slug}",
    summary: "Delete a post",
    description: "Also deletes its history.",
    parameters: [ifMatch, ifNoneMatchAny],
    responses: [{ status: 204, description: "The post was deleted." }],
    problems: writeProblems,
  }),
  readOperation({
    operationId: "previewPost",
    method: "get",
    path: "/posts/{slug}/preview",
    summary: "Get a post's data for readers and search engines",
    description: "Works for a post of any status, as if it were published.",
    responses: [
      shown("The preview.", schemas.postPreviewSchema, {
        preview: {
          summary: "A published post without an image",
          value: {
            status: "published",
            url: preview.url,
            faqEntries: preview.faqEntries,
            structuredData: preview.structuredData,
            warnings: [{ pointer: "/article/image", message: "is recommended" }],
            sitemapEntry: { loc: preview.url, lastmod: exampleKeptPost.updatedAt },
          },
        },
      }),
    ],
    problems: ["busy"],
  }),
  writeOperation({
    operationId: "listRevisions",
    method: "get",
    path: "/posts/{slug}/revisions",
    summary: "List the last 10 revisions of a post",
    description: "Newest first.",
    responses: [
      shown("The revisions.", schemas.postRevisionListSchema, {
        revisions: {
          summary: "The latest revision",
          value: {
            revisions: [
              {
                number: exampleKeptPost.revision,
                at: exampleKeptPost.updatedAt,
                by: exampleUserId,
                via: exampleKeyId,
                changed: ["html"],
                post: exampleKeptPost,
                html: examplePost.html,
              },
            ],
          },
        },
      }),
    ],
  }),
  writeOperation({
    operationId: "restoreRevision",
    method: "post",
    path: "/posts/{slug}/revisions/{number}/restore",
    summary: "Restore a revision of a post",
    description:
      "A draft gets its content as a new revision. Any other post gets it as its working copy, and stays as it is until that is applied. The post keeps " +
      "its slug, status and times. A post with a working copy returns 412. Content without changes writes nothing. " +
      "A revision whose HTML was too long to be stored returns 404.",
    parameters: [
      {
        name: "number",
        in: "path",
        description: "Number of one of the last 10 revisions.",
        schema: pathPart,
        example: "2",
      },
      ifMatch,
      ifNoneMatchAny,
    ],
    responses: [written],
    problems: writeProblems,
  }),
];
