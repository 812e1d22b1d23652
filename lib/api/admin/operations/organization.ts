import { pageQuery } from "../page_query.ts";
import { newMemberInput, roleInput } from "../../actions/member_actions.ts";
import { ownOrganizationChanges } from "../../../content/mod.ts";
import type { Content } from "../../../http/openapi/mod.ts";
import { jsonContent, openApiContent } from "../../description/openapi_content.ts";
import { membersParameters } from "../members.ts";
import * as schemas from "../organization_schemas.ts";
import {
  lastPage,
  operationsOf,
  shown,
  adminOperation,
  type DescribeAdminOperation,
  idParameter,
  readConditions,
  notModified,
} from "./admin_operation.ts";
import { exampleInvitation, exampleKeyId, exampleMember, exampleUserId } from "./examples.ts";

const id = idParameter("The id of the user.", exampleUserId);
const operation = operationsOf({ tag: "Members", needs: "members:manage", id });

const member: Content = jsonContent(schemas.memberSchema, {
  member: { summary: "A member", value: exampleMember },
});

const organization: Content = jsonContent(schemas.organizationSchema, {
  organization: {
    summary: "An organization",
    value: {
      id: "7rvw3k5mzqp2ctah",
      slug: "acme",
      name: "Acme",
      siteUrl: "https://acme.example",
      postUrlTemplate: "/blog/{slug}",
      language: "en-US",
      section: "Articles",
      speakable: ["h1", '[itemprop="description"]', "article p"],
      faq: { answerFormat: "html", sources: ["h4", "details"], languages: true },
      createdAt: "2026-03-01T08:00:00.000Z",
    },
  },
});

export const memberOperations: readonly DescribeAdminOperation[] = [
  operation({
    operationId: "listMembers",
    method: "get",
    path: "/members",
    summary: "List members",
    description:
      "Returns pages of members, sorted by name. With `search`, they are sorted by the found word.",
    query: membersParameters,
    responses: [
      lastPage(
        "A page of the members.",
        schemas.memberPageSchema,
        { members: [exampleMember], nextCursor: null },
        "members",
      ),
    ],
  }),
  operation({
    operationId: "addMember",
    method: "post",
    path: "/members",
    summary: "Invite a user, or create one",
    description:
      "With `email` or `userId`, invites a user, who becomes a member by accepting in the dashboard. A pending invitation of the same " +
      "user is replaced. The response does not reveal whether a user with the address exists. With only `name`, creates a user without an " +
      "address, who is a member immediately. The role must not have permissions that the caller lacks.",
    body: {
      description: "The invited address or user and the role, or the name of a new user and the role.",
      schema: newMemberInput,
      examples: {
        byEmail: {
          summary: "Invite an address",
          value: { email: "bob@acme.example", name: "Bob", role: "author", expiresIn: "7d" },
        },
        byId: { summary: "Invite a user", value: { userId: exampleUserId, role: "editor" } },
        byName: { summary: "Create a user without an address", value: { name: "CI", role: "author" } },
      },
    },
    responses: [
      shown(
        "The pending invitation, or the new member. `status` is `pending` for an invitation.",
        schemas.addedMemberSchema,
        {
          invitation: {
            summary: "A pending invitation",
            value: {
              ...exampleInvitation,
              status: "pending",
              url: "https://cms.acme.example/dashboard/invitations",
            },
          },
          member: {
            summary: "A new user without an address",
            value: { userId: exampleUserId, name: "CI", status: "active", role: "author" },
          },
        },
        201,
      ),
    ],
    problems: ["not-found", "already-exists", "grant-refused", "changed-meanwhile"],
  }),
  operation({
    operationId: "listInvitations",
    method: "get",
    path: "/invitations",
    summary: "List pending invitations",
    description: "Returns pages of invitations, newest first.",
    query: pageQuery,
    responses: [
      lastPage(
        "A page of the pending invitations.",
        schemas.invitationPageSchema,
        { invitations: [exampleInvitation], nextCursor: null },
        "invitations",
      ),
    ],
  }),
  operation({
    operationId: "revokeInvitation",
    method: "delete",
    path: "/invitations/{id}",
    summary: "Revoke a pending invitation",
    description: "It can no longer be accepted.",
    id: idParameter("The id of the invitation.", exampleInvitation.id),
    responses: [{ status: 204, description: "The invitation was revoked." }],
    problems: ["grant-refused"],
  }),
  operation({
    operationId: "getMember",
    method: "get",
    path: "/members/{id}",
    summary: "Get a member",
    description: "Returns a member of the organization.",
    responses: [{ status: 200, description: "The member.", content: member }],
    problems: ["not-found"],
  }),
  operation({
    operationId: "listMemberRecords",
    method: "get",
    path: "/members/{id}/records",
    summary: "List the records about a user",
    description:
      "Returns pages of the organization's records that name a user, for a request about personal data. Of members, it also lists records " +
      "and content with the email address. A page may be short before the last page. It needs every permission but " +
      "`knowledge:write`.",
    query: pageQuery,
    responses: [
      lastPage(
        "A page of the records.",
        schemas.userRecordPageSchema,
        {
          records: [
            {
              kind: "member",
              organizationSlug: "acme",
              fields: ["/userId"],
              record: { userId: exampleUserId, role: "author" },
            },
          ],
          nextCursor: null,
        },
        "records",
      ),
    ],
  }),
  operation({
    operationId: "changeRole",
    method: "patch",
    path: "/members/{id}",
    summary: "Change the role of a member",
    description: "Neither the old nor the new role may have permissions that the caller lacks.",
    body: {
      description: "The role.",
      schema: roleInput,
      examples: { role: { summary: "An editor", value: { role: "editor" } } },
    },
    responses: [{ status: 200, description: "The member with the new role.", content: member }],
    problems: ["grant-refused", "last-owner", "changed-meanwhile"],
  }),
  operation({
    operationId: "removeMember",
    method: "delete",
    path: "/members/{id}",
    summary: "Remove a member",
    description: "Every key of the user in the organization is refused from then on.",
    responses: [{ status: 204, description: "The user is no longer a member." }],
    problems: ["grant-refused", "last-owner", "changed-meanwhile"],
  }),
];

/** The operations on the organization itself, and on the API's description. */
export const organizationOperations: readonly DescribeAdminOperation[] = [
  adminOperation({
    operationId: "getOrganization",
    method: "get",
    path: "/organization",
    tag: "Organization",
    summary: "Get the organization",
    description: "Returns the organization of the key.",
    needs: "posts:read",
    responses: [{ status: 200, description: "The organization.", content: organization }],
    problems: ["not-found"],
  }),
  adminOperation({
    operationId: "updateOrganization",
    method: "patch",
    path: "/organization",
    tag: "Organization",
    summary: "Change some fields of the organization",
    description:
      "Only the operator can change the slug and the request limit of its keys. " +
      "`faq` replaces the previous `faq` completely, and `postFields` all previous fields. Posts keep the values of fields that are left out.",
    needs: "members:manage",
    body: {
      description: "The fields that change.",
      schema: ownOrganizationChanges,
      examples: {
        section: { summary: "Change the section", value: { section: "News" } },
        postFields: {
          summary: "Define the fields of posts",
          value: {
            postFields: [
              { name: "rating", type: "number", label: "Rating", hint: "From 1 to 5", shown: "list" },
              { name: "level", type: "choice", choices: ["Beginner", "Advanced"], earlierNames: ["stage"] },
            ],
          },
        },
        faq: {
          summary: "Settings that find questions",
          value: {
            faq: {
              answerFormat: "escaped",
              bareText: true,
              clean: true,
              headingText: "visible",
              languages: true,
              answerEnd: "sameLevel",
              skip: [".no-faq", "Ready*"],
            },
          },
        },
      },
    },
    responses: [{ status: 200, description: "The changed organization.", content: organization }],
    problems: ["not-found", "changed-meanwhile"],
  }),
  adminOperation({
    operationId: "listAudit",
    method: "get",
    path: "/audit",
    tag: "Organization",
    summary: "List changes of keys and members",
    description: "Returns pages of entries, newest first.",
    needs: "keys:manage",
    query: pageQuery,
    responses: [
      lastPage("A page of the audit log.", schemas.auditPageSchema, {
        entries: [
          {
            id: "5tq2w7mzk4ydnbc3",
            at: "2026-06-15T12:00:00.000Z",
            action: "member.set",
            by: exampleUserId,
            via: exampleKeyId,
            subject: "8wq5tzk2m7ydnbc4",
            detail: "author",
          },
        ],
        nextCursor: null,
      }),
    ],
  }),
  adminOperation({
    operationId: "getOpenApi",
    method: "get",
    path: "/openapi.json",
    tag: "Documentation",
    summary: "Get this document",
    description: "The OpenAPI 3.1 document of the admin API, for the current configuration.",
    needs: null,
    parameters: readConditions,
    responses: [
      {
        status: 200,
        description: "The document.",
        headers: ["ETag"],
        content: openApiContent("Admin API"),
      },
      notModified,
    ],
  }),
];
