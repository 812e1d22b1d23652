import * as v from "valibot";
import { jsonContent, entityTags, pathPart, postSlug } from "../../description/openapi_content.ts";
import type { Permission } from "../../../access/mod.ts";
import type { Content, Operation, Parameter, ResponseDescription } from "../../../http/openapi/mod.ts";
import type { ApiOptions } from "../../api_options.ts";
import { keyProblems, problemResponses } from "../../description/problem_responses.ts";
import type { ProblemCode } from "../../../http/mod.ts";

/** Description of a method of a path. */
export interface AdminDescription extends Pick<
  Operation,
  "operationId" | "method" | "path" | "tag" | "summary" | "description" | "query" | "body"
> {
  /** The permission that the caller needs; null for none. */
  needs: Permission | null;
  /** Permission that is enough for posts that the caller created. Default: none is. */
  own?: "posts:write-own" | "posts:publish-own";
  /** Permissions that the caller needs in addition. Default: none. */
  alsoNeeds?: readonly Permission[];
  /** The parameter `{id}` of the path. Default: the path has none. */
  id?: Parameter;
  /** Parameters in addition to `{slug}` and `{id}` of the path. */
  parameters?: readonly Parameter[];
  /** Responses of successful requests. */
  responses: readonly AdminResponse[];
  /** Problems in addition to the common problems of such operations. */
  problems?: readonly ProblemCode[];
}

/** A response to a successful request, with its headers in addition to the common headers. */
export type AdminResponse = Omit<ResponseDescription, "headers"> & { headers?: readonly string[] };

/** Describes an operation of the admin API for the given options. */
export type DescribeAdminOperation = (options: ApiOptions) => Operation;

/** Headers of every response of the admin API. */
const commonHeaders = ["Cache-Control", "RateLimit", "RateLimit-Policy", "X-Content-Type-Options"];

/** Creates the path parameter of an id. */
export function idParameter(description: string, example: string): Parameter {
  return { name: "id", in: "path", description, schema: pathPart, example };
}

const tag = '"12-3"';
const strongTag = String.raw`"[\x21\x23-\x2b\x2d-\x7e]*"`;
const entityTag = `(?:W/)?${strongTag}`;
const entityTagsPattern = String.raw`^(?:\*|${entityTag}(?:\s*,\s*${entityTag})*)$`;

/** Header: the current version that a write requires. */
export const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  description:
    "The `ETag` that the current version must have, or `*` for any version. Otherwise the response is 412.",
  schema: v.pipe(entityTags, v.metadata({ pattern: entityTagsPattern })),
  example: tag,
};

/** Creates the header with the version of the working copy that a write requires. */
export function ifMatchCopy(description: string): Parameter {
  return {
    name: "If-Match",
    in: "header",
    description,
    schema: v.pipe(entityTags, v.metadata({ pattern: `^${strongTag}$` })),
    example: '"7"',
  };
}

/** Header: a write requires that the post does not exist. */
export const ifNoneMatchAny: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "`*`: nothing must exist at the path yet. Otherwise the response is 412.",
  schema: v.literal("*"),
  example: "*",
};

const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  description: "ETags of the client's copies. The response is 304 if a copy is current.",
  schema: entityTags,
  example: tag,
};

/** Headers of an operation that reads something with an ETag. */
export const readConditions: readonly Parameter[] = [
  {
    name: "If-Match",
    in: "header",
    description: "ETags of the versions that the client accepts. Otherwise the response is 412.",
    schema: entityTags,
    example: tag,
  },
  ifNoneMatch,
];

/** The response to a client whose copy is current. */
export const notModified: AdminResponse = {
  status: 304,
  description: "The client's copy is current.",
  headers: ["ETag"],
};

/** Describes the response with a result of an action. */
export function shown(
  description: string,
  schema: v.GenericSchema,
  examples: Content["examples"],
  status = 200,
): AdminResponse {
  return { status, description, content: jsonContent(schema, examples) };
}

/** Describes the response with a page of a list. The example is the last page. */
export function lastPage(
  description: string,
  schema: v.GenericSchema,
  value: object,
  name = "page",
): AdminResponse {
  return shown(description, schema, { [name]: { summary: "The last page", value } });
}

/** Problems of a conditional write of a post. */
export const writeProblems: readonly ProblemCode[] = [
  "invalid-header",
  "precondition-failed",
  "changed-meanwhile",
];

/** Problems of a long text. */
export const textProblems: readonly ProblemCode[] = ["text-too-large", "text-too-complex", "busy"];

const bodyProblems: readonly ProblemCode[] = [
  "missing-body",
  "incomplete-body",
  "body-too-large",
  "unsupported-media-type",
  "invalid-body",
];

/** Describes an operation, and adds the headers and problems that all operations share. */
export function adminOperation(description: AdminDescription): DescribeAdminOperation {
  const { needs, own, alsoNeeds = [], id, parameters = [], responses, problems = [], ...rest } = description;
  const inPath = [postSlug, ...(id === undefined ? [] : [id])].filter(({ name }) =>
    rest.path.includes(`{${name}}`),
  );
  return (options) => ({
    ...rest,
    description: needs === null ? rest.description : `${needed(needs, own)} ${rest.description}`,
    needsKey: true,
    permissions: needs === null ? [] : [needs, ...alsoNeeds],
    ...(own && { ownPermissions: [...ownPermissions(own), ...alsoNeeds] }),
    parameters: [...inPath, ...parameters],
    responses: [
      ...responses.map(({ headers = [], ...response }) => ({
        ...response,
        headers: [...commonHeaders, ...headers],
      })),
      ...problemResponses(problemsOf(description, problems, options), commonHeaders),
    ],
  });
}

/** Returns the permissions of which `own` is the last. Publishing an own post includes writing it. */
function ownPermissions(own: NonNullable<AdminDescription["own"]>): Permission[] {
  return own === "posts:write-own" ? [own] : ["posts:write-own", own];
}

function needed(needs: Permission, own: AdminDescription["own"]): string {
  if (own === undefined) return `Needs \`${needs}\`.`;
  const names = ownPermissions(own).map((name) => `\`${name}\``);
  const verb = names.length === 1 ? "is" : "are";
  return `Needs \`${needs}\`. For a post that the caller created, ${names.join(" and ")} ${verb} enough.`;
}

/** Returns a function that describes operations with this tag and permission. */
export function operationsOf(
  shared: Pick<AdminDescription, "tag" | "needs" | "own" | "id">,
): (description: Omit<AdminDescription, "tag" | "needs">) => DescribeAdminOperation {
  return (description) => adminOperation({ ...shared, ...description });
}

function problemsOf(
  { needs, path, parameters = [], body }: AdminDescription,
  own: readonly ProblemCode[],
  options: ApiOptions,
): ProblemCode[] {
  return [
    "missing-key",
    ...keyProblems(options),
    "wrong-organization",
    ...(needs === null ? [] : ["missing-permission" as const]),
    ...(path.includes("{") ? (["malformed-path", "not-found"] as const) : []),
    "invalid-parameter",
    ...(parameters.includes(ifNoneMatch) ? (["precondition-failed"] as const) : []),
    ...(body === undefined ? [] : bodyProblems),
    ...(body === undefined || body.mediaType !== undefined ? [] : (["malformed-json"] as const)),
    ...own,
  ];
}
