import * as v from "valibot";
import type { Permission } from "../../../access/mod.ts";
import type { Operation, Parameter, ResponseDescription } from "../../../openapi/mod.ts";
import type { ResolvedOptions } from "../../../options.ts";
import { keyProblems, problemResponses } from "../../description/problem_responses.ts";
import type { ProblemCode } from "../../../problems/problems.ts";

/** What is to be said of one method of one path. */
export interface AdminDescription extends Pick<
  Operation,
  "operationId" | "method" | "path" | "tag" | "summary" | "description" | "query" | "body"
> {
  /** The permission that the caller needs; null for none. */
  needs: Permission | null;
  /** The parameters of the path, and headers. */
  parameters?: readonly Parameter[];
  /** What is answered when it goes well. */
  answers: readonly AdminAnswer[];
  /** Problems beside those that all such operations have. */
  problems?: readonly ProblemCode[];
}

/** An answer to what went well; headers are those beside the ones of all answers. */
export type AdminAnswer = Omit<ResponseDescription, "headers"> & { headers?: readonly string[] };

/** Describes an operation of the admin API as it is configured. */
export type DescribeAdminOperation = (options: ResolvedOptions) => Operation;

/** Headers of every answer of the admin API. */
const commonHeaders = ["Cache-Control", "RateLimit", "RateLimit-Policy", "X-Content-Type-Options"];

/** A path parameter: the slug of a post. */
export const postSlug: Parameter = {
  name: "slug",
  in: "path",
  description: "The slug of the post.",
  schema: v.string(),
  example: "when-we-are-open",
};

/** A path parameter: an id. */
export function idParameter(description: string, example: string): Parameter {
  return { name: "id", in: "path", description, schema: v.string(), example };
}

const tag = '"12-3"';
const entityTag = String.raw`(?:W/)?"[\x21\x23-\x2b\x2d-\x7e]*"`;
const entityTagsPattern = String.raw`^(?:\*|${entityTag}(?:\s*,\s*${entityTag})*)$`;

/** What the post that is written must be. */
export const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  description: "The `ETag` that the post must have, or `*` for any post that there is; 412 where it has not.",
  schema: v.pipe(v.string(), v.metadata({ pattern: entityTagsPattern })),
  example: tag,
};

/** There must be no such post yet. */
export const ifNoneMatchAny: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "`*`: there must be no such post yet; 412 where there is.",
  schema: v.literal("*"),
  example: "*",
};

/** What the client has. */
export const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "ETags of what the client has: 304 when it has what it would get.",
  schema: v.string(),
  example: tag,
};

/** The answer to who has what they would get. */
export const notModified: AdminAnswer = {
  status: 304,
  description: "The client has what it would get.",
  headers: ["ETag"],
};

/** The problems of a post that is changed, or may have been changed by someone else. */
export const writeProblems: readonly ProblemCode[] = [
  "invalid-header",
  "precondition-failed",
  "changed-meanwhile",
];

/** The problems of a long text. */
export const textProblems: readonly ProblemCode[] = ["text-too-large", "text-too-complex", "busy"];

const bodyProblems: readonly ProblemCode[] = [
  "missing-body",
  "incomplete-body",
  "malformed-json",
  "body-too-large",
  "unsupported-media-type",
  "invalid-body",
];

/** Describes an operation: what all of them have in common is said here. */
export function adminOperation(description: AdminDescription): DescribeAdminOperation {
  const { needs, parameters = [], answers, problems = [], ...rest } = description;
  return (options) => ({
    ...rest,
    description: needs === null ? rest.description : `Needs \`${needs}\`. ${rest.description}`,
    needsKey: true,
    permissions: needs === null ? [] : [needs],
    parameters,
    responses: [
      ...answers.map(({ headers = [], ...answer }) => ({
        ...answer,
        headers: [...commonHeaders, ...headers],
      })),
      ...problemResponses(problemsOf(description, problems, options), commonHeaders),
    ],
  });
}

function problemsOf(
  { needs, parameters = [], body }: AdminDescription,
  own: readonly ProblemCode[],
  options: ResolvedOptions,
): ProblemCode[] {
  const isFound = parameters.some((parameter) => parameter.in === "path");
  return [
    "missing-key",
    ...keyProblems(options),
    "wrong-organization",
    ...(needs === null ? [] : ["missing-permission" as const]),
    ...(isFound ? (["malformed-path", "not-found"] as const) : []),
    "invalid-parameter",
    ...(body === undefined ? [] : bodyProblems),
    ...own,
  ];
}
