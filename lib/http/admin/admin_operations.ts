import type * as v from "valibot";
import { ownKeyInput, type Permission, rollInput } from "../../access/mod.ts";
import { newMemberInput, roleInput } from "../../admin/mod.ts";
import { knowledgeInput, ownOrganizationChanges, postChanges } from "../../content/mod.ts";
import type { ResolvedOptions } from "../../options.ts";
import type { RouteMethod } from "../route_methods.ts";
import { knowledgeQueryEntries } from "./knowledge_base.ts";
import { auditQueryEntries } from "./organization.ts";
import { postsQueryEntries } from "./posts.ts";

/** What the document says of one method of one path. */
export interface AdminOperation {
  path: string;
  method: RouteMethod;
  summary: string;
  /** The permission that the caller needs. */
  needs: Permission | null;
  /** The status of success. */
  status: 200 | 201 | 204;
  /** The schemas of the query parameters. */
  query?: Readonly<Record<string, v.GenericSchema>>;
  /** The schema of the body; `upload` for a post, which can be Markdown. */
  body?: v.GenericSchema | "upload";
  isBodyOptional?: boolean;
  /** The conditions that a request can state. */
  conditions?: readonly ("if-match" | "if-none-match")[];
}

/** What the admin API does, by its paths. */
export function adminOperations({ limits }: ResolvedOptions): readonly AdminOperation[] {
  return [...postOperations, ...knowledgeOperations(limits), ...keyOperations, ...organizationOperations];
}

const postOperations: readonly AdminOperation[] = [
  {
    path: "/posts",
    method: "GET",
    needs: "posts:read",
    status: 200,
    query: postsQueryEntries,
    summary: "Lists posts, without their HTML",
  },
  {
    path: "/posts",
    method: "POST",
    needs: "posts:write",
    status: 201,
    body: "upload",
    summary: "Creates a post",
  },
  {
    path: "/posts/{slug}",
    method: "GET",
    needs: "posts:read",
    status: 200,
    summary: "Shows a post as it is kept",
  },
  {
    path: "/posts/{slug}",
    method: "PUT",
    needs: "posts:write",
    status: 200,
    body: "upload",
    summary: "Creates (201) or replaces a post; what changes nothing writes nothing",
    conditions: ["if-match", "if-none-match"],
  },
  {
    path: "/posts/{slug}",
    method: "PATCH",
    needs: "posts:write",
    status: 200,
    body: postChanges,
    summary: "Changes some fields of a post",
    conditions: ["if-match"],
  },
  {
    path: "/posts/{slug}",
    method: "DELETE",
    needs: "posts:write",
    status: 204,
    summary: "Deletes a post and its history",
    conditions: ["if-match"],
  },
  {
    path: "/posts/{slug}/preview",
    method: "GET",
    needs: "posts:read",
    status: 200,
    summary: "Shows what readers and search engines get of a post",
  },
  {
    path: "/posts/{slug}/revisions",
    method: "GET",
    needs: "posts:write",
    status: 200,
    summary: "Lists the last 10 revisions of a post",
  },
];

const knowledgeOperations = (limits: ResolvedOptions["limits"]): AdminOperation[] => [
  {
    path: "/knowledge-base",
    method: "GET",
    needs: "knowledge:write",
    status: 200,
    summary: "Lists texts, newest first",
    query: knowledgeQueryEntries,
  },
  {
    path: "/knowledge-base",
    method: "POST",
    needs: "knowledge:write",
    status: 201,
    summary: "Adds a text",
    body: knowledgeInput(limits),
  },
  {
    path: "/knowledge-base/{id}",
    method: "DELETE",
    needs: "knowledge:write",
    status: 204,
    summary: "Deletes a text",
  },
];

const keyOperations: readonly AdminOperation[] = [
  {
    path: "/api-keys",
    method: "GET",
    needs: "keys:manage",
    status: 200,
    summary: "Lists keys, with their use",
  },
  {
    path: "/api-keys",
    method: "POST",
    needs: "keys:manage",
    status: 201,
    body: ownKeyInput,
    summary: "Generates a key, whose value is in this answer only",
  },
  {
    path: "/api-keys/{id}",
    method: "GET",
    needs: "keys:manage",
    status: 200,
    summary: "Shows a key",
  },
  {
    path: "/api-keys/{id}/roll",
    method: "POST",
    needs: "keys:manage",
    status: 201,
    body: rollInput,
    summary: "Replaces a key of one's own by another, whose value is in this answer only",
    isBodyOptional: true,
  },
  {
    path: "/api-keys/{id}/revoke",
    method: "POST",
    needs: "keys:manage",
    status: 200,
    summary: "Revokes a key",
  },
  {
    path: "/usage",
    method: "GET",
    needs: "keys:manage",
    status: 200,
    summary: "Tells the requests and refusals of each key on each of the last 30 UTC days",
  },
  {
    path: "/audit",
    method: "GET",
    needs: "keys:manage",
    status: 200,
    query: auditQueryEntries,
    summary: "Lists what was done to keys and members, newest first",
  },
];

const organizationOperations: readonly AdminOperation[] = [
  {
    path: "/members",
    method: "GET",
    needs: "members:manage",
    status: 200,
    summary: "Lists members",
  },
  {
    path: "/members",
    method: "POST",
    needs: "members:manage",
    status: 201,
    body: newMemberInput,
    summary: "Makes a user a member, a new one where none is named",
  },
  {
    path: "/members/{id}",
    method: "PATCH",
    needs: "members:manage",
    status: 200,
    body: roleInput,
    summary: "Gives a member another role",
  },
  {
    path: "/members/{id}",
    method: "DELETE",
    needs: "members:manage",
    status: 204,
    summary: "Ends a membership",
  },
  {
    path: "/organization",
    method: "GET",
    needs: "posts:read",
    status: 200,
    summary: "Shows the organization of the key",
  },
  {
    path: "/organization",
    method: "PATCH",
    needs: "members:manage",
    status: 200,
    summary: "Changes some fields of the organization",
    body: ownOrganizationChanges,
  },
  {
    path: "/openapi.json",
    method: "GET",
    needs: null,
    status: 200,
    summary: "This document",
  },
];
