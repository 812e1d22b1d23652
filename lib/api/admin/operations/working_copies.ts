import { jsonContent } from "../../description/openapi_content.ts";
import { appliedWorkingCopyInput } from "../../actions/working_copy_actions.ts";
import { workingCopyInput } from "../../../content/mod.ts";
import type { Content, Parameter } from "../../../http/openapi/mod.ts";
import { writtenPostSchema } from "../post_schemas.ts";
import { workingCopySchema } from "../working_copy_schemas.ts";
import {
  operationsOf,
  type AdminResponse,
  type DescribeAdminOperation,
  ifMatchCopy,
  ifNoneMatchAny,
  notModified,
  readConditions,
  textProblems,
  writeProblems,
} from "./admin_operation.ts";
import { exampleKeptPostWithHtml, exampleUserId } from "./examples.ts";

const operation = operationsOf({ tag: "Posts", needs: "posts:write" });
const path = "/posts/{slug}/working-copy";

const copyRule = "The `ETag` that the working copy must have. Otherwise the response is 412.";

const ifNoCopy: Parameter = {
  ...ifNoneMatchAny,
  description:
    "`*`: the post must have no working copy. Otherwise the response is 412. Required if the request has no `If-Match`.",
};

const text = { name: "When we are open", markdown: "## When are you open?\n\nFrom nine to six." };

const copy: Content = jsonContent(workingCopySchema, {
  copy: {
    summary: "A working copy",
    value: { ...text, baseRevision: 3, baseTag: "12-3", at: "2026-06-15T12:00:00.000Z", by: exampleUserId },
  },
});

const current: AdminResponse = {
  status: 200,
  description: "The current working copy.",
  headers: ["ETag"],
  content: copy,
};

export const workingCopyOperations: readonly DescribeAdminOperation[] = [
  operation({
    operationId: "getWorkingCopy",
    method: "get",
    path,
    summary: "Get the unpublished changes of a post",
    description:
      "A post without unpublished changes returns 404. The `ETag` changes with every save. Send it in `If-Match`.",
    parameters: [...readConditions],
    responses: [current, notModified],
  }),
  operation({
    operationId: "saveWorkingCopy",
    method: "put",
    path,
    summary: "Save unpublished changes of a post",
    description:
      "Replaces the working copy of the post. The post stays as it is until the working copy is applied. A draft is its own working copy, and returns 409. Send `If-Match`, or `If-None-Match: *` " +
      "for the first save: a request with neither returns 400. With `base`, the response is 412 if the text of the post has changed since that tag.",
    parameters: [ifMatchCopy(`${copyRule} Required if the request has no \`If-None-Match\`.`), ifNoCopy],
    body: {
      description: "All editable fields, and either `markdown` or `html`.",
      schema: workingCopyInput,
      examples: { markdown: { summary: "With Markdown", value: { ...text, base: "12-3" } } },
    },
    responses: [
      current,
      {
        status: 204,
        description:
          "The post has this text already, so that it has no unpublished changes. Its working copy was deleted, if there was one.",
      },
    ],
    problems: [...writeProblems, "is-draft"],
  }),
  operation({
    operationId: "discardWorkingCopy",
    method: "delete",
    path,
    summary: "Discard the unpublished changes of a post",
    description: "The post stays as it is.",
    parameters: [ifMatchCopy(copyRule)],
    responses: [{ status: 204, description: "The working copy was deleted." }],
    problems: writeProblems,
  }),
  operation({
    operationId: "applyWorkingCopy",
    method: "post",
    path: `${path}/apply`,
    summary: "Apply the unpublished changes of a post",
    description:
      "Writes the working copy to the post as one revision, and deletes it. The response is 412 if the text of the post has changed since the " +
      "working copy was started.",
    parameters: [ifMatchCopy(copyRule)],
    body: {
      description: "How to apply it. Default: the post keeps its status.",
      isOptional: true,
      schema: appliedWorkingCopyInput,
      examples: {
        publish: { summary: "Publish the post as well", value: { publish: true } },
        schedule: {
          summary: "Schedule the post",
          value: { publish: true, publishedAt: "2027-01-01T09:00:00Z" },
        },
      },
    },
    responses: [
      {
        status: 200,
        description: "The post with the changes.",
        headers: ["ETag"],
        content: jsonContent(writtenPostSchema, {
          post: { summary: "A post", value: exampleKeptPostWithHtml },
        }),
      },
    ],
    problems: [...writeProblems, ...textProblems],
  }),
];
