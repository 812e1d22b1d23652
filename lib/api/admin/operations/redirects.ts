import { type Redirect, redirectInput } from "../../../content/mod.ts";
import { keptRedirectListSchema, keptRedirectSchema } from "../redirect_schemas.ts";
import { redirectsParameters, removalParameters } from "../redirects.ts";
import { adminOperation, type AdminResponse, type DescribeAdminOperation } from "./admin_operation.ts";

const tag = "Redirects";

const exampleRedirect: Redirect = {
  from: "/2016/03/hours.html",
  slug: "when-we-are-open",
  origin: "added",
  createdAt: "2026-06-15T12:00:00.000Z",
};

const shown: Omit<AdminResponse, "status" | "description"> = {
  content: {
    mediaType: "application/json",
    schema: keptRedirectSchema,
    examples: { redirect: { summary: "A redirect", value: exampleRedirect } },
  },
};

export const redirectOperations: readonly DescribeAdminOperation[] = [
  adminOperation({
    operationId: "listRedirects",
    method: "get",
    path: "/redirects",
    tag,
    summary: "List redirects",
    description: "Returns pages of redirects to posts of every status: paths first, then slugs.",
    needs: "posts:write",
    query: redirectsParameters,
    responses: [
      {
        status: 200,
        description: "A page of redirects.",
        content: {
          mediaType: "application/json",
          schema: keptRedirectListSchema,
          examples: {
            page: { summary: "The last page", value: { redirects: [exampleRedirect], nextCursor: null } },
          },
        },
      },
    ],
  }),
  adminOperation({
    operationId: "addRedirect",
    method: "post",
    path: "/redirects",
    tag,
    summary: "Add a redirect",
    description:
      "Redirects an earlier address to a post. The public API redirects slugs, and slugs in paths of posts. Its list of redirects has all " +
      "of them. Adding a redirect again changes nothing.",
    needs: "posts:write",
    body: {
      description: "`from` is a slug, a path of the site, or an absolute URL.",
      schema: redirectInput,
      examples: {
        path: { summary: "From a path", value: { from: exampleRedirect.from, slug: exampleRedirect.slug } },
      },
    },
    responses: [
      { status: 201, description: "The redirect was added.", ...shown },
      { status: 200, description: "The redirect exists already.", ...shown },
    ],
    problems: ["not-found", "already-exists", "changed-meanwhile"],
  }),
  adminOperation({
    operationId: "removeRedirect",
    method: "delete",
    path: "/redirects",
    tag,
    summary: "Remove a redirect",
    description: "The address then responds with 404.",
    needs: "posts:write",
    query: removalParameters,
    responses: [{ status: 204, description: "The redirect was removed." }],
    problems: ["not-found", "changed-meanwhile"],
  }),
];
