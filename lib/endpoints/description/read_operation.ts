import * as v from "valibot";
import type { ResolvedOptions } from "../../options.ts";
import type { Content, Operation, Parameter } from "../../openapi/mod.ts";
import type { ProblemCode } from "../../problems/problems.ts";
import { keyProblems, problemResponses } from "./problem_responses.ts";
import { commonHeaders } from "./response_headers.ts";

/** What is to be said of one `GET` endpoint. */
export interface ReadDescription extends Pick<
  Operation,
  "operationId" | "path" | "tag" | "summary" | "description" | "query"
> {
  needsKey?: boolean;
  parameters?: readonly Parameter[];
  /** What the answer is, in a few words. */
  answer: string;
  content: Content;
  /** The same in another media type. */
  alternative?: Content;
  /** Headers beside those of all that a 304 has, too. */
  headers?: readonly string[];
  /** Headers that come with the content only. */
  contentHeaders?: readonly string[];
  /** Problems beside those of a key that is sent. */
  problems?: readonly ProblemCode[];
}

const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "ETags of what the client has: 304 when it has what it would get.",
  schema: v.string(),
  example: '"2b1bCzcQLDcDZxfn0Q8vPuUp"',
};

const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  description:
    "ETags of the versions that the client wants: 412 when the current one is another. A weak ETag matches nothing.",
  schema: v.string(),
  example: '"2b1bCzcQLDcDZxfn0Q8vPuUp"',
};

/** A path parameter: the organization. */
export const organizationSlug: Parameter = {
  name: "organizationSlug",
  in: "path",
  description: "The slug of the organization.",
  schema: v.string(),
  example: "acme",
};

/** The problems of a path that names an organization. */
export const organizationProblems: readonly ProblemCode[] = [
  "malformed-path",
  "missing-permission",
  "wrong-organization",
  "organization-not-found",
];

/** Describes a `GET` endpoint: what all of them have in common is said here. */
export function readOperation(description: ReadDescription, options: ResolvedOptions): Operation {
  const {
    answer,
    content,
    alternative,
    headers = [],
    contentHeaders = [],
    problems = [],
    parameters = [],
    needsKey = false,
    ...rest
  } = description;
  const codes: ProblemCode[] = [
    ...(needsKey ? ["missing-key" as const] : []),
    ...keyProblems(options),
    ...problems,
    "precondition-failed",
  ];
  const validators = ["ETag", ...headers];
  return {
    ...rest,
    method: "get",
    needsKey,
    parameters: [...parameters, ifMatch, ifNoneMatch],
    responses: [
      {
        ...(alternative === undefined ? {} : { alternative }),
        status: 200,
        description: answer,
        headers: [...commonHeaders, ...validators, ...contentHeaders],
        content,
      },
      {
        status: 304,
        description: "The client has what it would get.",
        headers: [...commonHeaders, ...validators],
      },
      ...problemResponses(codes),
    ],
  };
}
