import * as v from "valibot";
import type { PostQuery } from "../../../content/mod.ts";
import type { QuerySchema } from "../../../http/mod.ts";
import { cursorParameter, labelParameters, limitParameter, toFilter } from "../posts/list_parameters.ts";

interface FaqQuery extends Pick<PostQuery, "limit" | "section" | "language" | "tags" | "notTags"> {
  cursor?: string;
  format?: "json" | "jsonld";
}

/** The query parameters of the questions. */
export const faqParameters: QuerySchema<FaqQuery> = v.pipe(
  v.object({
    limit: limitParameter("Maximum number of posts whose questions are on a page."),
    cursor: cursorParameter(
      "Start of the page: the `nextCursor` of an earlier response. Leave it out for the first page.",
    ),
    ...labelParameters,
    format: v.exactOptional(
      v.pipe(
        v.picklist(["json", "jsonld"], "must be json or jsonld"),
        v.description(
          "Format of the response, for links. It takes precedence over `Accept`. Default: the format that `Accept` selects.",
        ),
      ),
    ),
  }),
  v.transform(toFilter),
);
