import * as v from "valibot";
import { keyChanges, ownKeyInput, rollInput } from "../../../access/mod.ts";
import { newMemberInput, roleInput } from "../../actions/member_actions.ts";
import { approvalInput } from "../../actions/submissions/submission_actions.ts";
import { appliedWorkingCopyInput } from "../../actions/working_copy_actions.ts";
import {
  markdownPostInput,
  ownOrganizationChanges,
  postChanges,
  postInput,
  previewLinkInput,
  sentBackInput,
  submissionInput,
  workingCopyInput,
  redirectInput,
} from "../../../content/mod.ts";
import type { ApiDescription, HeaderDescription } from "../../../http/openapi/mod.ts";
import type { ApiOptions } from "../../api_options.ts";
import { knowledgeReceiptSchema } from "../../representations/knowledge_schema.ts";
import { problemExamples } from "../../description/problem_responses.ts";
import { responseHeaders } from "../../description/response_headers.ts";
import { faqEntrySchema } from "../../representations/post_schema.ts";
import { invalidFieldSchema, problemSchema } from "../../../http/mod.ts";
import { articleSchema, faqPageSchema } from "../../representations/structured_data_schema.ts";
import { abandonedFilter, rollWebhookInput } from "../../../webhooks/mod.ts";
import { adminApiAddress } from "../../../base/api_address.ts";
import * as insight from "../insight_schemas.ts";
import * as keys from "../key_schemas.ts";
import * as media from "../media/media_schemas.ts";
import { mediaChanges } from "../../../media/mod.ts";
import * as organizations from "../organization_schemas.ts";
import * as posts from "../post_schemas.ts";
import * as webhooks from "../webhook_schemas.ts";
import * as previewLinks from "../preview_link_schemas.ts";
import * as submissions from "../submissions/submission_schemas.ts";
import { workingCopySchema } from "../working_copy_schemas.ts";
import * as redirects from "../redirect_schemas.ts";
import { insightOperations } from "./insight.ts";
import { keyOperations } from "./api_keys.ts";
import { mediaOperations } from "./media.ts";
import { knowledgeOperations } from "./knowledge_base.ts";
import { memberOperations, organizationOperations } from "./organization.ts";
import { postOperations } from "./posts.ts";
import { webhookOperations } from "./webhooks.ts";
import { previewLinkOperations } from "./preview_links.ts";
import { redirectOperations } from "./redirects.ts";
import { submissionOperations } from "./submissions.ts";
import { workingCopyOperations } from "./working_copies.ts";

const operations = [
  ...postOperations,
  ...workingCopyOperations,
  ...submissionOperations,
  ...previewLinkOperations,
  ...redirectOperations,
  ...knowledgeOperations,
  ...mediaOperations,
  ...keyOperations,
  ...insightOperations,
  ...webhookOperations,
  ...memberOperations,
  ...organizationOperations,
];

/** Named schemas of the document: request schemas first, then response schemas. */
const schemas: Readonly<Record<string, v.GenericSchema>> = {
  NewPost: postInput,
  NewMarkdownPost: markdownPostInput,
  PostChanges: postChanges,
  WorkingCopyInput: workingCopyInput,
  AppliedWorkingCopy: appliedWorkingCopyInput,
  SubmissionInput: submissionInput,
  Approval: approvalInput,
  SentBackInput: sentBackInput,
  PreviewLinkInput: previewLinkInput,
  NewRedirect: redirectInput,
  MediaChanges: mediaChanges,
  NewKey: ownKeyInput,
  KeyChanges: keyChanges,
  Roll: rollInput,
  NewWebhook: webhooks.newWebhookSchema,
  WebhookChanges: webhooks.webhookChangesSchema,
  WebhookRoll: rollWebhookInput,
  AbandonedFilter: abandonedFilter,
  NewMember: newMemberInput,
  RoleChange: roleInput,
  OrganizationChanges: ownOrganizationChanges,
  Post: posts.keptPostWithHtmlSchema,
  PostItem: posts.keptPostSchema,
  WrittenPost: posts.writtenPostSchema,
  PostList: posts.keptPostListSchema,
  PostPreview: posts.postPreviewSchema,
  Warning: posts.warningSchema,
  Revision: posts.postRevisionSchema,
  RevisionList: posts.postRevisionListSchema,
  WorkingCopy: workingCopySchema,
  Submission: submissions.submissionSchema,
  ListedSubmission: submissions.listedSubmissionSchema,
  SubmissionList: submissions.submissionListSchema,
  PreviewLink: previewLinks.previewLinkSchema,
  NewPreviewLink: previewLinks.newPreviewLinkSchema,
  PreviewLinkList: previewLinks.previewLinkListSchema,
  Redirect: redirects.keptRedirectSchema,
  RedirectList: redirects.keptRedirectListSchema,
  FaqEntry: faqEntrySchema,
  Article: articleSchema,
  FaqPage: faqPageSchema,
  Text: organizations.knowledgeEntrySchema,
  TextList: organizations.knowledgePageSchema,
  TextReceipt: knowledgeReceiptSchema,
  Media: media.storedMediaSchema,
  MediaList: media.storedMediaListSchema,
  MediaUses: media.mediaUsesSchema,
  Key: keys.apiKeySchema,
  ListedKey: keys.listedApiKeySchema,
  KeyList: keys.apiKeyListSchema,
  GeneratedKey: keys.generatedApiKeySchema,
  KeyUsage: keys.keyUsageSchema,
  Usage: keys.usageSchema,
  Insight: insight.insightSchema,
  KeyInsight: insight.keyInsightSchema,
  Webhook: webhooks.webhookSchema,
  ListedWebhook: webhooks.listedWebhookSchema,
  WebhookList: webhooks.webhookListSchema,
  WebhookWithSecret: webhooks.webhookWithSecretSchema,
  Delivery: webhooks.deliverySchema,
  DeliveryPage: webhooks.deliveryPageSchema,
  AbandonedEvent: webhooks.abandonedEventSchema,
  AbandonedEventPage: webhooks.abandonedPageSchema,
  Redelivered: webhooks.redeliveredSchema,
  Member: organizations.memberSchema,
  NewInvitation: organizations.newInvitationSchema,
  Invitation: organizations.invitationSchema,
  InvitationPage: organizations.invitationPageSchema,
  AddedMember: organizations.addedMemberSchema,
  MemberPage: organizations.memberPageSchema,
  UserRecord: organizations.userRecordSchema,
  UserRecordPage: organizations.userRecordPageSchema,
  Organization: organizations.organizationSchema,
  AuditEntry: organizations.auditEntrySchema,
  AuditPage: organizations.auditPageSchema,
  Problem: problemSchema,
  InvalidField: invalidFieldSchema,
};

const headers: Readonly<Record<string, HeaderDescription>> = {
  ...responseHeaders,
  "Cache-Control": {
    description: "Caches do not store the response (RFC 9111).",
    isRequired: true,
    schema: v.literal("no-store"),
    example: "no-store",
  },
  Vary: {
    description: "`accept`: the request header that selects the media type of the response.",
    isRequired: true,
    example: "accept",
  },
  ETag: {
    description: "A strong validator. The ETag of a post changes with every write. Send it in `If-Match`.",
    isRequired: true,
    example: '"12-3"',
  },
  Location: {
    description: "Address of the new post, relative to that of the request.",
    isRequired: true,
    example: "posts/when-we-are-open",
  },
};

/** Describes the admin API for the given options. */
export function describeAdminApi(options: ApiOptions): ApiDescription {
  const { basePath } = options;
  return {
    title: "Admin API",
    summary: "Manages the posts, knowledge base, API keys, webhooks and members of an organization.",
    description: `Offers the actions of the dashboard to programs. Bodies are JSON in UTF-8; errors are problem details (RFC 9457).

Send an API key in the header \`x-api-key\`. It determines the user and the organization. Its permissions are the user's current permissions. Every request counts against the key's quota. Resources of other organizations return 404, like resources that do not exist.

\`HEAD\` works on every path with \`GET\`. \`OPTIONS\` returns the methods of a path. Any other method returns 405 with \`Allow\`. Caches do not store the responses, and pages of other origins cannot read them.`,
    version: "1.0.0",
    server: adminApiAddress({ basePath }),
    tags: [
      { name: "Posts", description: "Posts of every status, and their history." },
      { name: "Submissions", description: "Texts that wait for an editor." },
      { name: "Redirects", description: "Redirects from earlier addresses of posts." },
      { name: "Knowledge base", description: "Texts of the knowledge base." },
      { name: "Media", description: "Files of the organization, such as pictures." },
      { name: "API keys", description: "The keys of the organization and their usage." },
      { name: "Webhooks", description: "URLs that receive the events of the organization." },
      { name: "Members", description: "The members of the organization and their roles." },
      { name: "Organization", description: "Its settings and its audit log." },
      { name: "Documentation", description: "The description of the API." },
    ],
    keyHeader: {
      name: "x-api-key",
      description:
        "Generate a key in the dashboard under Settings, API Keys, or with this API. `x-permissions` of an operation lists the permissions that the key's user needs. `x-own-permissions` lists those that are enough for a post that the user created.",
    },
    schemas,
    headers,
    examples: problemExamples(basePath),
    operations: operations.map((describe) => describe(options)),
  };
}
