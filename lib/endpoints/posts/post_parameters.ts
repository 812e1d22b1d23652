import * as v from "valibot";
import type { ExchangeRequest } from "../../exchange/mod.ts";
import { parseQuery, preferredType, type QuerySchema } from "../../http/mod.ts";
import { type FieldSelection, fieldsParameter } from "../../representations/field_selection.ts";
import { singleFields } from "../../representations/post_schema.ts";

/** The media types of a post, the default first. */
export const postTypes = ["application/json", "text/markdown"] as const;

/** A media type of a post. */
export type PostType = (typeof postTypes)[number];
type PostFormat = "json" | "markdown";

const typeOfFormat: Readonly<Record<PostFormat, PostType>> = {
  json: "application/json",
  markdown: "text/markdown",
};

interface PostQuery {
  fields?: FieldSelection;
  format?: PostFormat;
}

/** The query parameters of the single post. */
export const postParameters: QuerySchema<PostQuery> = v.object({
  fields: v.exactOptional(fieldsParameter(singleFields)),
  format: v.exactOptional(
    v.pipe(
      v.picklist(["json", "markdown"], "must be json or markdown"),
      v.description("The format, for links: it takes precedence over `Accept`. Default: by `Accept`."),
    ),
  ),
});

/** The representation of a post that a request wants. */
export interface WantedPost {
  type: PostType;
  /** Default: all. Markdown has no fields to select. */
  fields: FieldSelection | undefined;
}

/**
 * Reads media type and selected fields.
 *
 * @throws {ProblemError} when a parameter is not valid
 */
export function wantedOf({ match, incoming }: ExchangeRequest): WantedPost {
  const { fields, format } = match.search === "" ? none : match.query(readQuery);
  const type = format === undefined ? typeOf(incoming.headers.get("accept")) : typeOfFormat[format];
  return { type, fields: type === "application/json" ? fields : undefined };
}

const none: PostQuery = {};

function readQuery(parameters: URLSearchParams): PostQuery {
  return parseQuery(postParameters, parameters);
}

/** Most clients send no preference. */
function typeOf(accept: string | null): PostType {
  return accept === null || accept === "*/*" ? postTypes[0] : preferredType(accept, postTypes);
}
