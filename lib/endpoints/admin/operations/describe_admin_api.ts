import * as v from "valibot";
import { ownKeyInput, rollInput } from "../../../access/mod.ts";
import { newMemberInput, roleInput } from "../../../admin/mod.ts";
import { markdownPostInput, ownOrganizationChanges, postChanges, postInput } from "../../../content/mod.ts";
import type { ApiDescription, HeaderDescription } from "../../../openapi/mod.ts";
import type { ResolvedOptions } from "../../../options.ts";
import { knowledgeReceiptSchema } from "../../../representations/knowledge_schema.ts";
import { problemExamples } from "../../description/problem_responses.ts";
import { responseHeaders } from "../../description/response_headers.ts";
import { faqEntrySchema } from "../../../representations/post_schema.ts";
import { invalidFieldSchema, problemSchema } from "../../../problems/problem_schema.ts";
import { articleSchema, faqPageSchema } from "../../../representations/structured_data_schema.ts";
import { adminPath } from "../admin_route.ts";
import * as keys from "../key_schemas.ts";
import * as organizations from "../organization_schemas.ts";
import * as posts from "../post_schemas.ts";
import { keyOperations } from "./api_keys.ts";
import { knowledgeOperations } from "./knowledge_base.ts";
import { memberOperations, organizationOperations } from "./organization.ts";
import { postOperations } from "./posts.ts";

const operations = [
  ...postOperations,
  ...knowledgeOperations,
  ...keyOperations,
  ...memberOperations,
  ...organizationOperations,
];

/** Schemas that have a name in the document: those that validate requests, then those of answers. */
const schemas: Readonly<Record<string, v.GenericSchema>> = {
  NewPost: postInput,
  NewMarkdownPost: markdownPostInput,
  PostChanges: postChanges,
  NewKey: ownKeyInput,
  Roll: rollInput,
  NewMember: newMemberInput,
  RoleChange: roleInput,
  OrganizationChanges: ownOrganizationChanges,
  Post: posts.keptPostWithHtmlSchema,
  PostItem: posts.keptPostSchema,
  PostList: posts.keptPostListSchema,
  PostPreview: posts.postPreviewSchema,
  Warning: posts.warningSchema,
  Revision: posts.postRevisionSchema,
  RevisionList: posts.postRevisionListSchema,
  FaqEntry: faqEntrySchema,
  Article: articleSchema,
  FaqPage: faqPageSchema,
  Text: organizations.knowledgeEntrySchema,
  TextList: organizations.knowledgePageSchema,
  TextReceipt: knowledgeReceiptSchema,
  Key: keys.apiKeySchema,
  ListedKey: keys.listedApiKeySchema,
  KeyList: keys.apiKeyListSchema,
  GeneratedKey: keys.generatedApiKeySchema,
  KeyUsage: keys.keyUsageSchema,
  Usage: keys.usageSchema,
  Member: organizations.memberSchema,
  NewInvitation: organizations.newInvitationSchema,
  Invitation: organizations.invitationSchema,
  InvitationList: organizations.invitationListSchema,
  AddedMember: organizations.addedMemberSchema,
  MemberList: organizations.memberListSchema,
  Organization: organizations.organizationSchema,
  AuditEntry: organizations.auditEntrySchema,
  AuditPage: organizations.auditPageSchema,
  Problem: problemSchema,
  InvalidField: invalidFieldSchema,
};

const headers: Readonly<Record<string, HeaderDescription>> = {
  ...responseHeaders,
  "Cache-Control": {
    description: "No cache keeps the answer (RFC 9111).",
    isRequired: true,
    schema: v.literal("no-store"),
    example: "no-store",
  },
  ETag: {
    description: "A strong validator. Of a post it names one write of it, for `If-Match`.",
    isRequired: true,
    schema: v.string(),
    example: '"12-3"',
  },
  Location: {
    description: "Where the new post is.",
    isRequired: true,
    schema: v.string(),
    example: `${adminPath}/posts/when-we-are-open`,
  },
};

/** Describes the admin API as it is configured. */
export function describeAdminApi(options: ResolvedOptions): ApiDescription {
  const { basePath } = options;
  return {
    title: "Admin API",
    summary: "Manages the posts, knowledge base, API keys and members of an organization.",
    description: `Does what the members of an organization do in the dashboard. Bodies are JSON in UTF-8; errors are problem details (RFC 9457).

Send an API key in the header \`x-api-key\`: it says who acts, in which organization, and its permissions are those of its user, live. Every request counts against its quota. What belongs to another organization is a 404, as what does not exist is.

\`HEAD\` is answered wherever \`GET\` is. \`OPTIONS\` says what a path answers, and any other method is a 405 with \`Allow\`. No cache keeps the answers, and no page of another origin may read them.`,
    version: "1.0.0",
    server: `${basePath}${adminPath}`,
    tags: [
      { name: "Posts", description: "Posts of every status, and their history." },
      { name: "Knowledge base", description: "Texts of the knowledge base." },
      { name: "API keys", description: "The keys of the organization, and their use." },
      { name: "Members", description: "Who belongs to the organization, as what." },
      { name: "Organization", description: "Its settings and its audit." },
      { name: "Documentation", description: "What the API says of itself." },
    ],
    keyHeader: {
      name: "x-api-key",
      description:
        "Generated in the dashboard under Settings, API Keys, or here. `x-permissions` of an operation names the permissions that its user must have.",
    },
    schemas,
    headers,
    examples: problemExamples(basePath),
    operations: operations.map((describe) => describe(options)),
  };
}
