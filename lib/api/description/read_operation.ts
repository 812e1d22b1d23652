import type { ApiOptions } from "../api_options.ts";
import type { Content, Operation, Parameter } from "../../http/openapi/mod.ts";
import type { ProblemCode } from "../../http/mod.ts";
import { keyProblems, problemResponses } from "./problem_responses.ts";
import { commonHeaders } from "./response_headers.ts";
import { entityTags, httpDate, pathPart, postSlug } from "./openapi_content.ts";

/** Description of a `GET` endpoint. */
export interface ReadDescription extends Pick<
  Operation,
  "operationId" | "path" | "tag" | "summary" | "description" | "query"
> {
  /** True, or `for-reading` if only hosts whose posts need a key require it. Default: false. */
  needsKey?: boolean | "for-reading";
  /** Parameters in addition to those of the path and the conditions. */
  parameters?: readonly Parameter[];
  /** Short description of the response. */
  responseDescription: string;
  content: Content;
  /** The same content in a second media type. */
  alternative?: Content;
  /** Additional headers of the 200 and the 304. */
  headers?: readonly string[];
  /** Additional headers of the 200 only. */
  contentHeaders?: readonly string[];
  /** Description of the 308, if the endpoint redirects. */
  redirectDescription?: string;
  /** Problems in addition to the problems of a sent key, and of a path that names an organization. */
  problems?: readonly ProblemCode[];
}

const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "ETags of the client's copies. The response is 304 if a copy is current.",
  schema: entityTags,
  example: '"2b1bCzcQLDcDZxfn0Q8vPuUp"',
};

const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  description:
    "ETags of the versions that the client accepts. The response is 412 if the current version has a different ETag. A weak ETag never matches.",
  schema: entityTags,
  example: '"2b1bCzcQLDcDZxfn0Q8vPuUp"',
};

const conditionalDates: readonly Parameter[] = [
  {
    name: "If-Modified-Since",
    in: "header",
    description: "The `Last-Modified` of the client's copy. Ignored if the request has `If-None-Match`.",
    schema: httpDate,
    example: "Fri, 01 May 2026 12:30:00 GMT",
  },
  {
    name: "If-Unmodified-Since",
    in: "header",
    description:
      "A `Last-Modified`. The response is 412 if it has changed since. Ignored if the request has `If-Match`.",
    schema: httpDate,
    example: "Fri, 01 May 2026 12:30:00 GMT",
  },
];

const organizationSlug: Parameter = {
  name: "organizationSlug",
  in: "path",
  description: "The slug of the organization.",
  schema: pathPart,
  example: "acme",
};

/** The problems of a path that names an organization. */
const organizationProblems: readonly ProblemCode[] = [
  "malformed-path",
  "missing-permission",
  "wrong-organization",
];

/** Describes an endpoint for the given options. */
export type DescribeOperation = (options: ApiOptions) => Operation;

/** Returns a function that describes a `GET` endpoint, and adds the headers and problems that all of them share. */
export function readOperation(description: ReadDescription): DescribeOperation {
  return (options) => describeOperation(description, options);
}

function describeOperation(description: ReadDescription, options: ApiOptions): Operation {
  const {
    responseDescription,
    redirectDescription,
    content,
    alternative,
    headers = [],
    contentHeaders = [],
    problems = [],
    parameters = [],
    needsKey: need = false,
    ...rest
  } = description;
  const needsKey = need === "for-reading" ? options.readAccess === "key" : need;
  const hasOrganization = rest.path.includes("{organizationSlug}");
  const codes: ProblemCode[] = [
    ...(needsKey ? ["missing-key" as const] : []),
    ...keyProblems(options),
    ...(hasOrganization ? organizationProblems : []),
    // The organization of a key exists.
    ...(hasOrganization && need !== true ? ["organization-not-found" as const] : []),
    ...problems,
    "precondition-failed",
  ];
  const validators = ["ETag", ...headers];
  const hasTags = options.cache.tags && hasOrganization;
  const inPath = [organizationSlug, postSlug].filter(({ name }) => rest.path.includes(`{${name}}`));
  const dates = headers.includes("Last-Modified") ? conditionalDates : [];
  const tags = hasTags ? ["Cache-Tag", "Surrogate-Key"] : [];
  return {
    ...rest,
    method: "get",
    needsKey,
    parameters: [...inPath, ...parameters, ...dates, ifMatch, ifNoneMatch],
    responses: [
      {
        ...(alternative === undefined ? {} : { alternative }),
        status: 200,
        description: responseDescription,
        headers: [...commonHeaders, ...validators, ...contentHeaders, ...tags],
        content,
      },
      {
        status: 304,
        description: "The client's copy is current.",
        headers: [...commonHeaders, ...validators],
      },
      ...(redirectDescription === undefined
        ? []
        : [
            {
              status: 308,
              description: redirectDescription,
              headers: [...commonHeaders, "Location", ...tags],
            },
          ]),
      ...problemResponses([...new Set(codes)]),
    ],
  };
}
