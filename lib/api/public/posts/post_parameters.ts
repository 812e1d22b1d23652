import * as v from "valibot";
import type { QuerySchema } from "../../../http/mod.ts";
import { type FieldSelection, fieldsParameter } from "../../representations/field_selection.ts";
import { singleFields } from "../../representations/post_schema.ts";

/** The media types of a post, the default first. */
export const postTypes = ["application/json", "text/markdown"] as const;

/** A media type of a post. */
export type PostType = (typeof postTypes)[number];
type PostFormat = "json" | "markdown";

/** The query of the single post. */
export interface PostQuery {
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
