import * as v from "valibot";
import type { Content } from "../../http/openapi/mod.ts";
import { openApiContent } from "../description/openapi_content.ts";
import { type DescribeOperation, readOperation } from "../description/read_operation.ts";

const tag = "Documentation";
const html: Content = {
  mediaType: "text/html",
  schema: v.string(),
  examples: { page: { summary: "The start of a page", value: "<!doctype html>" } },
};
const contentHeaders = ["Content-Security-Policy"];

/** Describes `GET /openapi.json`. */
export const describeOpenApi: DescribeOperation = readOperation({
  operationId: "getOpenApi",
  path: "/openapi.json",
  tag,
  summary: "Get this document",
  description: "The OpenAPI 3.1 document of the API, for the current configuration.",
  responseDescription: "The document.",
  content: openApiContent("Public Content API"),
});

/** Describes `GET /docs`. */
export const describeDocs: DescribeOperation = readOperation({
  operationId: "getDocs",
  path: "/docs",
  tag,
  summary: "Read about the API",
  description: "This document as an HTML page.",
  responseDescription: "The page.",
  contentHeaders,
  content: html,
});

/** Describes `GET /docs/problems`. */
export const describeProblemDocs: DescribeOperation = readOperation({
  operationId: "getProblemDocs",
  path: "/docs/problems",
  tag,
  summary: "Read about the problems",
  description: "Explains each problem and its solution. The `type` of a problem detail links to its section.",
  responseDescription: "The page.",
  contentHeaders,
  content: html,
});
