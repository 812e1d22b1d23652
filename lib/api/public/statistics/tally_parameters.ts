import * as v from "valibot";
import type { TallySort } from "../../../content/mod.ts";
import type { QuerySchema } from "../../../http/mod.ts";
import { cursorParameter, limitParameter } from "../posts/list_parameters.ts";

interface TallyQuery {
  sort: TallySort;
  limit: number;
  cursor?: string;
}

/** The query parameters of the tags and the authors. */
export const tallyParameters: QuerySchema<TallyQuery> = v.object({
  sort: v.pipe(
    v.optional(v.picklist(["name", "-postCount"], "must be name or -postCount"), "name"),
    v.description("Order of the list: by name, or the most frequent first. Equal counts are sorted by name."),
  ),
  limit: limitParameter("Maximum number of entries on a page."),
  cursor: cursorParameter(
    "Start of the page: the `nextCursor` of an earlier response with the same `sort`. Leave it out for the first page.",
  ),
});
