import * as v from "valibot";
import { markdownPostInput, postChanges, postInput } from "../../../content/mod.ts";
import type { BodyDescription, Content } from "../../../openapi/mod.ts";
import { exampleMarkdown, examplePost } from "../../posts/example_post.ts";
import * as schemas from "../post_schemas.ts";
import { postsParameters } from "../posts.ts";
import {
  type AdminAnswer,
  adminOperation,
  type DescribeAdminOperation,
  ifMatch,
  ifNoneMatch,
  ifNoneMatchAny,
  notModified,
  postSlug,
  textProblems,
  writeProblems,
} from "./admin_operation.ts";
import { exampleKeptPost, exampleKeptPostWithHtml, exampleKeyId, exampleUserId } from "./examples.ts";

const tag = "Posts";

const shown: Content = {
  mediaType: "application/json",
  schema: schemas.keptPostWithHtmlSchema,
  examples: { post: { summary: "A post", value: exampleKeptPostWithHtml } },
};

const writtenContent: Content = { ...shown, schema: schemas.writtenPostSchema };

const created: AdminAnswer = {
  status: 201,
  description: "The post was created.",
  headers: ["ETag", "Location"],
  content: writtenContent,
};

const current: AdminAnswer = {
  status: 200,
  description: "The post as it is now.",
  headers: ["ETag"],
  content: shown,
};

const written: AdminAnswer = { ...current, content: writtenContent };

const { name } = exampleKeptPost;

const upload: BodyDescription = {
  description:
    "A post: a JSON object with `html` or with `markdown`, or Markdown with front matter as it lies in a file.",
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
    schema: v.string(),
    examples: { file: { summary: "A file", value: exampleMarkdown } },
  },
};

const { html: _html, ...preview } = examplePost;

/** The operations on posts. */
export const postOperations: readonly DescribeAdminOperation[] = [
  adminOperation({
    operationId: "listPosts",
    method: "get",
    path: "/posts",
    tag,
    summary: "List posts",
    description:
      "Without their HTML, a page at a time. Who lacks `posts:write` sees what the public sees. A search that finds little may answer a " +
      "short page, even an empty one, that has a next one.",
    needs: "posts:read",
    query: postsParameters,
    answers: [
      {
        status: 200,
        description: "A page of posts.",
        content: {
          mediaType: "application/json",
          schema: schemas.keptPostListSchema,
          examples: {
            page: { summary: "The last page", value: { posts: [exampleKeptPost], nextCursor: null } },
          },
        },
      },
    ],
  }),
  adminOperation({
    operationId: "createPost",
    method: "post",
    path: "/posts",
    tag,
    summary: "Create a post",
    description: "A post without a `status` is published. One without a `slug` gets it from its name.",
    needs: "posts:write",
    body: upload,
    answers: [created],
    problems: ["already-exists", ...textProblems],
  }),
  adminOperation({
    operationId: "getPost",
    method: "get",
    path: "/posts/{slug}",
    tag,
    summary: "Get a post as it is kept",
    description: "The `ETag` names this write of the post, for `If-Match`.",
    needs: "posts:read",
    parameters: [postSlug, ifNoneMatch],
    answers: [current, notModified],
  }),
  adminOperation({
    operationId: "putPost",
    method: "put",
    path: "/posts/{slug}",
    tag,
    summary: "Create or replace a post",
    description:
      "Replaces all of a post but its id and, unless the body names others, `createdAt` and `publishedAt`. What changes nothing writes nothing, so it can be done again and again.",
    needs: "posts:write",
    parameters: [postSlug, ifMatch, ifNoneMatchAny],
    body: upload,
    answers: [written, created],
    problems: [...writeProblems, ...textProblems],
  }),
  adminOperation({
    operationId: "updatePost",
    method: "patch",
    path: "/posts/{slug}",
    tag,
    summary: "Change some fields of a post",
    description: "`status` publishes, schedules and archives.",
    needs: "posts:write",
    parameters: [postSlug, ifMatch],
    body: {
      description: "The fields that change.",
      schema: postChanges,
      examples: {
        archive: { summary: "Archive the post", value: { status: "archived" } },
        schedule: {
          summary: "Publish it at a time to come",
          value: { status: "scheduled", publishedAt: "2027-01-01T09:00:00Z" },
        },
      },
    },
    answers: [written],
    problems: [...writeProblems, "already-exists"],
  }),
  adminOperation({
    operationId: "deletePost",
    method: "delete",
    path: "/posts/{slug}",
    tag,
    summary: "Delete a post",
    description: "Its history goes with it.",
    needs: "posts:write",
    parameters: [postSlug, ifMatch],
    answers: [{ status: 204, description: "The post was deleted." }],
    problems: writeProblems,
  }),
  adminOperation({
    operationId: "previewPost",
    method: "get",
    path: "/posts/{slug}/preview",
    tag,
    summary: "Get what readers and search engines get of a post",
    description: "Of a post of any status, as if it was published.",
    needs: "posts:read",
    parameters: [postSlug],
    answers: [
      {
        status: 200,
        description: "The preview.",
        content: {
          mediaType: "application/json",
          schema: schemas.postPreviewSchema,
          examples: {
            preview: {
              summary: "A published post without a picture",
              value: {
                status: "published",
                url: preview.url,
                faqEntries: preview.faqEntries,
                structuredData: preview.structuredData,
                warnings: [{ pointer: "/article/image", message: "is recommended" }],
                sitemapEntry: { loc: preview.url, lastmod: exampleKeptPost.updatedAt },
              },
            },
          },
        },
      },
    ],
    problems: ["busy"],
  }),
  adminOperation({
    operationId: "listRevisions",
    method: "get",
    path: "/posts/{slug}/revisions",
    tag,
    summary: "List the last 10 revisions of a post",
    description: "Newest first.",
    needs: "posts:write",
    parameters: [postSlug],
    answers: [
      {
        status: 200,
        description: "The revisions.",
        content: {
          mediaType: "application/json",
          schema: schemas.postRevisionListSchema,
          examples: {
            revisions: {
              summary: "The latest one",
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
          },
        },
      },
    ],
  }),
  adminOperation({
    operationId: "restoreRevision",
    method: "post",
    path: "/posts/{slug}/revisions/{number}/restore",
    tag,
    summary: "Restore a revision of a post",
    description:
      "Writes its content as a new revision. The post keeps its slug, its status and its times; what changes nothing writes nothing. " +
      "A revision whose HTML was too long to be kept is a 404.",
    needs: "posts:write",
    parameters: [
      postSlug,
      {
        name: "number",
        in: "path",
        description: "The number of the revision: one of the last 10.",
        schema: v.string(),
        example: "2",
      },
      ifMatch,
    ],
    answers: [written],
    problems: writeProblems,
  }),
];
