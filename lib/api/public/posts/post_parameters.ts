import * as v from "valibot";
import { type ExchangeRequest, parseQuery, preferredType, type QuerySchema } from "../../../http/mod.ts";
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
  preview?: string;
}

/** The query parameters of the single post. */
export const postParameters: QuerySchema<PostQuery> = v.object({
  fields: v.exactOptional(fieldsParameter(singleFields)),
  format: v.exactOptional(
    v.pipe(
      v.picklist(["json", "markdown"], "must be json or markdown"),
      v.description(
        "Format of the response, for links. It takes precedence over `Accept`. Default: the format that `Accept` selects.",
      ),
    ),
  ),
  preview: v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(200, "must be at most 200 characters"),
      v.description(
        "The token of a preview link. The response is the post of any status, is never cached, and needs no key.",
      ),
    ),
  ),
});

/** The requested representation of a post. */
export interface WantedPost {
  type: PostType;
  /** Selected fields. Default: all fields. Always undefined for Markdown. */
  fields: FieldSelection | undefined;
  /** True if the selected fields include `head`. */
  hasHead: boolean;
  /** The token of a preview link. */
  preview: string | undefined;
}

/**
 * Reads the media type and the selected fields.
 *
 * @throws {ProblemError} if a parameter is invalid
 */
export function wantedOf({ match, incoming }: ExchangeRequest): WantedPost {
  const { fields, format, preview } = match.search === "" ? none : match.query(readQuery);
  const type = format === undefined ? typeOf(incoming.headers.get("accept")) : typeOfFormat[format];
  if (type !== "application/json") return { type, fields: undefined, hasHead: false, preview };
  return { type, fields, hasHead: fields !== undefined && fields.has("head"), preview };
}

const none: PostQuery = {};

function readQuery(parameters: URLSearchParams): PostQuery {
  return parseQuery(postParameters, parameters);
}

/** Returns the media type that `Accept` prefers. Skips the parsing if there is no preference, as in most requests. */
function typeOf(accept: string | null): PostType {
  return accept === null || accept === "*/*" ? postTypes[0] : preferredType(accept, postTypes);
}
