import { pageQuery } from "../page_query.ts";
import { jsonContent } from "../../description/openapi_content.ts";
import { type Redirect, redirectInput } from "../../../content/mod.ts";
import { keptRedirectListSchema, keptRedirectSchema } from "../redirect_schemas.ts";
import { removalParameters } from "../redirects.ts";
import {
  lastPage,
  operationsOf,
  type AdminResponse,
  type DescribeAdminOperation,
} from "./admin_operation.ts";

const operation = operationsOf({ tag: "Redirects", needs: "posts:write" });

const exampleRedirect: Redirect = {
  from: "/2016/03/hours.html",
  slug: "when-we-are-open",
  origin: "added",
  createdAt: "2026-06-15T12:00:00.000Z",
};

const shown: Omit<AdminResponse, "status" | "description"> = {
  content: jsonContent(keptRedirectSchema, { redirect: { summary: "A redirect", value: exampleRedirect } }),
};

export const redirectOperations: readonly DescribeAdminOperation[] = [
  operation({
    operationId: "listRedirects",
    method: "get",
    path: "/redirects",
    summary: "List redirects",
    description: "Returns pages of redirects to posts of every status: paths first, then slugs.",
    query: pageQuery,
    responses: [
      lastPage("A page of redirects.", keptRedirectListSchema, {
        redirects: [exampleRedirect],
        nextCursor: null,
      }),
    ],
  }),
  operation({
    operationId: "addRedirect",
    method: "post",
    path: "/redirects",
    summary: "Add a redirect",
    description:
      "Redirects an earlier address to a post. The public API redirects slugs, and slugs in paths of posts. Its list of redirects has all " +
      "of them. Adding a redirect again changes nothing.",
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
  operation({
    operationId: "removeRedirect",
    method: "delete",
    path: "/redirects",
    summary: "Remove a redirect",
    description: "The address then responds with 404.",
    query: removalParameters,
    responses: [{ status: 204, description: "The redirect was removed." }],
    problems: ["not-found", "changed-meanwhile"],
  }),
];
