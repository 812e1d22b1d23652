import { type PreviewLink, previewLinkInput } from "../../../content/mod.ts";
import { newPreviewLinkSchema, previewLinkListSchema } from "../preview_link_schemas.ts";
import { previewLinksParameters } from "../preview_links.ts";
import { adminOperation, type DescribeAdminOperation, idParameter, postSlug } from "./admin_operation.ts";
import { exampleUserId } from "./examples.ts";

const tag = "Posts";

const example: PreviewLink = {
  id: "hq3v7mzk2w5tpbcx",
  createdAt: "2026-06-15T12:00:00.000Z",
  expiresAt: "2026-06-15T13:00:00.000Z",
  by: exampleUserId,
};
const token = `${example.id}…`;

export const previewLinkOperations: readonly DescribeAdminOperation[] = [
  adminOperation({
    operationId: "listPreviewLinks",
    method: "get",
    path: "/posts/{slug}/preview-links",
    tag,
    summary: "List the preview links of a post",
    description: "Returns pages of the valid links, sorted by id, without their tokens.",
    needs: "posts:write",
    parameters: [postSlug],
    query: previewLinksParameters,
    responses: [
      {
        status: 200,
        description: "A page of links.",
        content: {
          mediaType: "application/json",
          schema: previewLinkListSchema,
          examples: {
            page: { summary: "The last page", value: { previewLinks: [example], nextCursor: null } },
          },
        },
      },
    ],
  }),
  adminOperation({
    operationId: "createPreviewLink",
    method: "post",
    path: "/posts/{slug}/preview-links",
    tag,
    summary: "Create a preview link",
    description:
      "Shows the post to anybody who has the token, whatever its status. The link follows later changes, unless it names a revision. A " +
      "post has at most 100 links at a time. Needs `posts:read`, too.",
    needs: "posts:write",
    alsoNeeds: ["posts:read"],
    parameters: [postSlug],
    body: {
      description: "`expiresIn` is at most `30d`. Default: `1h`.",
      isOptional: true,
      schema: previewLinkInput,
      examples: { day: { summary: "For a day", value: { expiresIn: "1d" } } },
    },
    responses: [
      {
        status: 201,
        description: "The link with its token, which only this response contains.",
        content: {
          mediaType: "application/json",
          schema: newPreviewLinkSchema,
          examples: {
            link: {
              summary: "A link",
              value: {
                ...example,
                token,
                path: `/api/public/v1/post/acme/when-we-are-open?preview=${token}`,
              },
            },
          },
        },
      },
    ],
    problems: ["changed-meanwhile"],
  }),
  adminOperation({
    operationId: "revokePreviewLink",
    method: "delete",
    path: "/posts/{slug}/preview-links/{id}",
    tag,
    summary: "Revoke a preview link",
    description: "It stops to work immediately.",
    needs: "posts:write",
    parameters: [postSlug, idParameter("The id of the link.", example.id)],
    responses: [{ status: 204, description: "The link was revoked." }],
  }),
];
