import * as v from "valibot";
import { describeAdminApi } from "../../lib/api/admin/operations/describe_admin_api.ts";
import { describeApi } from "../../lib/api/description/describe_api.ts";
import { matchParts } from "../../lib/http/request/match_parts.ts";
import { splitTarget, targetOf } from "../../lib/http/mod.ts";
import { targetRefusal } from "../../lib/http/request/request_target.ts";
import { problemSchema } from "../../lib/http/problems/problem_schema.ts";
import { type PublicApiOptions, resolveOptions } from "../../lib/options.ts";
import type { ApiDescription, Operation, ResponseDescription } from "../../lib/http/openapi/mod.ts";

type Fetch = (request: Request) => Promise<Response>;

/** Headers that need no description: HTTP's own, those of CORS, and `Allow`, which no operation answers. */
const undescribed = /^(?:content-type|content-length|access-control-.*)$/;

/** An API's `fetch` that holds every answer, of the admin API's too, against its description, and fails where they differ. */
export function describedFetch(fetch: Fetch, options: PublicApiOptions): Fetch {
  const resolved = resolveOptions(options);
  const withFinder = (api: ApiDescription): { api: ApiDescription; find: Find } => ({
    api,
    find: operationFinder(api),
  });
  const open = withFinder(describeApi(resolved));
  const admin = withFinder(describeAdminApi(resolved));
  const isOfAdmin = (url: string): boolean =>
    resolved.adminApi && pathOf(url).startsWith(`${admin.api.server}/`);
  return async (request) => {
    const response = await fetch(request);
    const { method, url } = request;
    const { api, find } = isOfAdmin(url) ? admin : open;
    const operation = find(method === "HEAD" ? "get" : method.toLowerCase(), url);
    const complaints = await findComplaints(api, { request, response, operation });
    // Also of responses that no operation describes: OPTIONS, 405 and unknown paths.
    if (response.headers.get("x-content-type-options") !== "nosniff") complaints.push("nosniff is missing");
    if (complaints.length === 0) return response;
    throw new Error(`${method} ${url} answers ${response.status}: ${complaints.join("; ")}`);
  };
}

interface Exchange {
  request: Request;
  response: Response;
  /** Undefined for what the API has no operation for. */
  operation: Operation | undefined;
}

async function findComplaints(
  api: ApiDescription,
  { request: { method }, response, operation }: Exchange,
): Promise<string[]> {
  const { status, headers } = response;
  const body = method === "HEAD" ? undefined : await response.clone().text();
  if (operation === undefined)
    return status < 400 || body === undefined ? [] : mismatches(problemSchema, body);
  const description = operation.responses.find((one) => one.status === status);
  if (description === undefined) return [`${operation.operationId} has no such status`];
  const ofHeaders = headerComplaints(api, headers, description);
  if (body === undefined) return ofHeaders;
  return [...ofHeaders, ...bodyComplaints(description, { body, headers })];
}

type Find = (method: string, url: string) => Operation | undefined;

/** Finds the operation that a request is for. Of several paths that match, the one with the fewest parameters comes first. */
function operationFinder({ operations, server }: ApiDescription): Find {
  const parameters = ({ path }: Operation): number => path.split("{").length;
  const sorted = operations.toSorted((one, other) => parameters(one) - parameters(other));
  return (method, url) => {
    const path = pathOf(url);
    if (!path.startsWith(`${server}/`) || targetRefusal(path) !== undefined) return undefined;
    const parts = path.slice(server.length).split("/");
    const found = sorted.find((operation) => matchParts(operation.path.split("/"), parts) !== undefined);
    return operations.find((operation) => operation.path === found?.path && operation.method === method);
  };
}

function pathOf(url: string): string {
  return splitTarget(targetOf(url)).path;
}

function headerComplaints(api: ApiDescription, headers: Headers, description: ResponseDescription): string[] {
  const missing = description.headers.filter((name) => api.headers[name]?.isRequired && !headers.has(name));
  const known = new Set(description.headers.map((name) => name.toLowerCase()));
  const varies = headers.get("vary")?.split(", ").includes("accept") ?? false;
  const unknown = [...headers.keys()].filter((name) => !known.has(name) && !undescribed.test(name));
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...unknown.map((name) => `the header ${name} is not described`),
    ...(description.alternative !== undefined && !varies ? ["Vary does not name accept"] : []),
  ];
}

function bodyComplaints(
  description: ResponseDescription,
  { body, headers }: { body: string; headers: Headers },
): string[] {
  const type = headers.get("content-type")?.split(";")[0];
  const { alternative } = description;
  const content = alternative?.mediaType === type ? alternative : description.content;
  if (content === undefined) return body === "" ? [] : ["it has a body"];
  if (content.mediaType === "*/*") return [];
  if (type !== content.mediaType) return [`its media type is ${type}, and not ${content.mediaType}`];
  if (!type.endsWith("json")) return [];
  const wrong = mismatches(content.schema, body);
  if (type !== "application/problem+json" || wrong.length > 0) return wrong;
  const { code } = JSON.parse(body) as { code: string };
  const codes: unknown = content.examples;
  return Array.isArray(codes) && codes.includes(code) ? [] : [`the code ${code} is not described`];
}

function mismatches(schema: v.GenericSchema, json: string): string[] {
  const { issues = [] } = v.safeParse(schema, JSON.parse(json));
  return issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
}
