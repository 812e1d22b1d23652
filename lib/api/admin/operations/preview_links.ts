import { pageQuery } from "../page_query.ts";
import { type PreviewLink, previewLinkInput } from "../../../content/mod.ts";
import { newPreviewLinkSchema, previewLinkListSchema } from "../preview_link_schemas.ts";
import {
  lastPage,
  operationsOf,
  shown,
  type DescribeAdminOperation,
  idParameter,
} from "./admin_operation.ts";
import { exampleUserId } from "./examples.ts";

const operation = operationsOf({ tag: "Posts", needs: "posts:write", own: "posts:write-own" });

const example: PreviewLink = {
  id: "hq3v7mzk2w5tpbcx",
  createdAt: "2026-06-15T12:00:00.000Z",
  expiresAt: "2026-06-15T13:00:00.000Z",
  by: exampleUserId,
};
const token = `${example.id}…`;

export const previewLinkOperations: readonly DescribeAdminOperation[] = [
  operation({
    operationId: "listPreviewLinks",
    method: "get",
    path: "/posts/{slug}/preview-links",
    summary: "List the preview links of a post",
    description: "Returns pages of the valid links, sorted by id, without their tokens.",
    query: pageQuery,
    responses: [
      lastPage("A page of links.", previewLinkListSchema, { previewLinks: [example], nextCursor: null }),
    ],
  }),
  operation({
    operationId: "createPreviewLink",
    method: "post",
    path: "/posts/{slug}/preview-links",
    summary: "Create a preview link",
    description:
      "Shows the post with its unpublished changes to anybody who has the token, whatever its status. The link follows later changes, unless it names a revision. A " +
      "post has at most 100 links at a time. Needs `posts:read`, too.",
    alsoNeeds: ["posts:read"],
    body: {
      description: "`expiresIn` is at most `30d`. Default: `1h`.",
      isOptional: true,
      schema: previewLinkInput,
      examples: { day: { summary: "For a day", value: { expiresIn: "1d" } } },
    },
    responses: [
      shown(
        "The link with its token, which only this response contains.",
        newPreviewLinkSchema,
        {
          link: {
            summary: "A link",
            value: {
              ...example,
              token,
              path: `/api/public/v1/post/acme/when-we-are-open?preview=${token}`,
              page: `/api/public/v1/preview/acme/when-we-are-open?preview=${token}`,
            },
          },
        },
        201,
      ),
    ],
    problems: ["changed-meanwhile"],
  }),
  operation({
    operationId: "revokePreviewLink",
    method: "delete",
    path: "/posts/{slug}/preview-links/{id}",
    summary: "Revoke a preview link",
    description: "It stops to work immediately.",
    id: idParameter("The id of the link.", example.id),
    responses: [{ status: 204, description: "The link was revoked." }],
  }),
];
