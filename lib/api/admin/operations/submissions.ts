import {
  type ListedSubmission,
  sentBackInput,
  type Submission,
  submissionInput,
} from "../../../content/mod.ts";
import { approvalInput } from "../../actions/submissions/submission_actions.ts";
import { jsonContent } from "../../description/openapi_content.ts";
import { writtenPostSchema } from "../post_schemas.ts";
import {
  submissionListSchema,
  submissionSchema,
  submissionsQuery,
} from "../submissions/submission_schemas.ts";
import {
  operationsOf,
  type AdminResponse,
  type DescribeAdminOperation,
  lastPage,
  shown,
  textProblems,
} from "./admin_operation.ts";
import { exampleKeptPostWithHtml, exampleUserId } from "./examples.ts";

const path = "/posts/{slug}/submission";
const written = operationsOf({ tag: "Submissions", needs: "posts:write", own: "posts:write-own" });
const reviewed = operationsOf({ tag: "Submissions", needs: "posts:write" });

const listed: ListedSubmission = {
  postId: 12,
  slug: "when-we-are-open",
  name: "When we are open",
  version: "12-3",
  revision: 3,
  note: "Please check the times on Sunday.",
  by: exampleUserId,
  at: "2026-06-15T12:00:00.000Z",
  state: "pending",
};
const pending: Submission = { ...listed, presentVersion: "12-3", isCurrent: true };
const note = "Add the holidays, please.";
const sentBack: Submission = {
  ...pending,
  state: "sent-back",
  answer: { note, at: "2026-06-15T13:00:00.000Z" },
};

function response(description: string, value: Submission): AdminResponse {
  return shown(description, submissionSchema, { submission: { summary: "A submission", value } });
}

export const submissionOperations: readonly DescribeAdminOperation[] = [
  written({
    operationId: "listSubmissions",
    method: "get",
    path: "/submissions",
    summary: "List the submissions",
    description:
      "Returns pages of the texts that wait for an editor or were sent back, sorted by the ids of their posts. Without `posts:write`, the list has only the " +
      "caller's own posts.",
    query: submissionsQuery,
    responses: [
      lastPage("A page of submissions.", submissionListSchema, { submissions: [listed], nextCursor: null }),
    ],
  }),
  written({
    operationId: "getSubmission",
    method: "get",
    path,
    summary: "Get the submission of a post",
    description: "A post without a submission returns 404.",
    responses: [response("The submission.", pending)],
  }),
  written({
    operationId: "submitPost",
    method: "put",
    path,
    summary: "Submit a post for review",
    description:
      "Fixes the version that an editor can approve. Submits a draft, or the unpublished changes of another post, and replaces an earlier submission. The " +
      "response is 412 if the text has another version.",
    body: {
      description:
        "`version` is the `ETag` of a draft without its quotes. For unpublished changes it is the `baseTag` of the working copy, `~`, and the `ETag` of the " +
        "working copy. `note` has at most 1,000 characters.",
      schema: submissionInput,
      examples: { draft: { summary: "A draft", value: { version: "12-3", note: listed.note } } },
    },
    responses: [response("The submission.", pending)],
    problems: ["precondition-failed", "changed-meanwhile"],
  }),
  written({
    operationId: "withdrawSubmission",
    method: "delete",
    path,
    summary: "Withdraw the submission of a post",
    description: "The text stays as it is.",
    responses: [{ status: 204, description: "The submission was deleted." }],
    problems: ["changed-meanwhile"],
  }),
  reviewed({
    operationId: "approveSubmission",
    method: "post",
    path: `${path}/approve`,
    summary: "Approve a submission",
    description:
      "Publishes the submitted text, and ends the submission. The response is 409 if the submission or the text has changed since `version`.",
    body: {
      description: "The submitted version. With a `publishedAt` in the future, the post is scheduled.",
      schema: approvalInput,
      examples: {
        now: { summary: "Publish the text now", value: { version: "12-3" } },
        schedule: {
          summary: "Schedule the post",
          value: { version: "12-3", publishedAt: "2027-01-01T09:00:00Z", isScheduled: true },
        },
      },
    },
    responses: [
      {
        status: 200,
        description: "The post.",
        headers: ["ETag"],
        content: jsonContent(writtenPostSchema, {
          post: { summary: "A post", value: exampleKeptPostWithHtml },
        }),
      },
    ],
    problems: ["precondition-failed", "changed-meanwhile", "submission-changed", ...textProblems],
  }),
  reviewed({
    operationId: "sendBackSubmission",
    method: "post",
    path: `${path}/send-back`,
    summary: "Send a submission back to its writer",
    description:
      "The writer can change the text and submit it again. The response is 409 if the submission is not pending, or has another version.",
    body: {
      description: "The submitted version, and a note to the writer of at most 1,000 characters.",
      schema: sentBackInput,
      examples: { note: { summary: "With a note", value: { version: "12-3", note } } },
    },
    responses: [response("The submission with the answer.", sentBack)],
    problems: ["changed-meanwhile", "submission-changed"],
  }),
];
