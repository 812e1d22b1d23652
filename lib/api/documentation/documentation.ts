import type * as v from "valibot";
import { propertyOf, type CustomField } from "../../content/mod.ts";
import { articleProperties } from "../../publishing/mod.ts";
import { type PreparedResponse, textResponse, type ProblemCode, problems } from "../../http/mod.ts";
import {
  type JsonSchema,
  apiPage,
  problemsPage,
  stylesheet,
  toOpenApi,
  toSchemaDocument,
} from "../../http/openapi/mod.ts";
import type { ApiOptions } from "../api_options.ts";
import { BoundedMap } from "../../base/bounded_map.ts";
import { schemaType } from "../public/organizations/describe_get_schema.ts";
import type { Documentation } from "./documentation_port.ts";
import { describeAdminApi } from "../admin/operations/describe_admin_api.ts";
import { withPostFields } from "../admin/operations/with_post_fields.ts";
import { describeApi } from "../description/describe_api.ts";
import { faqEntrySchema } from "../representations/post_schema.ts";
import { postSchemasOf } from "../representations/post_schemas_of.ts";
import { articleSchema, faqPageSchema } from "../representations/structured_data_schema.ts";

/** Allows only the style sheet and the empty icon, and no scripts. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Maximum number of cached documents of the admin API, each of at most 2 MB. Organizations with the same fields share one. */
const mostAdminDocuments = 8;

/** Prepares the documentation of an API. */
export function createDocumentation(options: ApiOptions): Documentation {
  const api = once(() => describeApi(options));
  const document = once(() => toOpenApi(api()));
  const adminDocuments = new BoundedMap<PreparedResponse>(mostAdminDocuments);
  const adminDocument = once(() => toOpenApi(describeAdminApi(options)));
  return {
    openApi: once(() => fileResponse("application/json", JSON.stringify(document()))),
    adminOpenApi: (postFields) => {
      const key = postFields === undefined ? "" : JSON.stringify(postFields);
      const known = adminDocuments.get(key);
      if (known !== undefined) return known;
      const document = adminDocument();
      const own = postFields === undefined ? document : withPostFields(document, postFields);
      const response = fileResponse("application/json", JSON.stringify(own));
      adminDocuments.set(key, response);
      return response;
    },
    docs: once(() => pageResponse(apiPage(document()))),
    problems: once(() => pageResponse(problemsPage(describedProblems(), api().server))),
    stylesheet: once(() => fileResponse("text/css; charset=utf-8", stylesheet)),
    postSchema: ({ postFields = [] }) =>
      fileResponse(schemaType, JSON.stringify(postSchemaDocument(postFields))),
  };
}

/** Returns the JSON Schema of an organization's posts. Their Article has no properties that only fields of other organizations have. */
function postSchemaDocument(postFields: readonly CustomField[]): JsonSchema {
  const document = toSchemaDocument(schemasOf(postFields));
  const { Article: { properties = {}, ...article } = {}, ...others } = document.$defs ?? {};
  const own = new Set(postFields.map(({ schemaOrg = "" }) => propertyOf(schemaOrg)));
  const kept = Object.entries(properties).filter(([name]) => own.has(name) || !(name in articleProperties));
  return { ...document, $defs: { ...others, Article: { ...article, properties: Object.fromEntries(kept) } } };
}

/** Returns the schemas of an organization's posts, by the names of the public OpenAPI document. */
function schemasOf(postFields: readonly CustomField[]): Record<string, v.GenericSchema> {
  return {
    ...postSchemasOf(postFields),
    FaqEntry: faqEntrySchema,
    Article: articleSchema,
    FaqPage: faqPageSchema,
  };
}

function describedProblems(): Parameters<typeof problemsPage>[0] {
  return Object.entries(problems).map(([code, problem]) => ({ code: code as ProblemCode, ...problem }));
}

function pageResponse(page: string): PreparedResponse {
  return fileResponse("text/html; charset=utf-8", page, { "content-security-policy": contentSecurityPolicy });
}

function fileResponse(type: string, text: string, headers: Record<string, string> = {}): PreparedResponse {
  return textResponse(200, text, { ...headers, "content-type": type }).withEtag();
}

function once<Result>(create: () => Result): () => Result {
  let created: { result: Result } | undefined;
  return () => (created ??= { result: create() }).result;
}
