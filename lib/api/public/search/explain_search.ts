import type { AdminSearchPage, AdminSearchQuery } from "../../actions/search_actions.ts";
import { namedFilter, type Organization } from "../../../content/mod.ts";
import { InvalidInputError } from "../../../base/errors.ts";
import { canonicalLanguageTag } from "../../../base/text/language_tag.ts";
import { parseQuery, type Search } from "../../../search/mod.ts";
import { convertSearchErrors } from "./convert_search_errors.ts";
import { toNotices, toSearchResult } from "./represent_results.ts";
import { resultPlaceOf, toResultCursor } from "./result_cursor.ts";

const mostResults = 50;

/**
 * Searches posts for members, and explains the results.
 *
 * @throws {InvalidInputError} if the query is blank or too long, or a value is not allowed
 */
export async function explainSearch(
  search: Search,
  organization: Organization,
  query: AdminSearchQuery,
): Promise<AdminSearchPage> {
  const { q, in: types = ["post", "faq"], limit = 10, cursor, tag, language, ...filters } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > mostResults) {
    throw invalid("limit", `must be a whole number from 1 to ${mostResults}`);
  }
  const after = cursor === undefined ? undefined : resultPlaceOf(cursor);
  if (cursor !== undefined && after === undefined) {
    throw invalid("cursor", "must be the nextCursor of an earlier page");
  }
  const range = language === undefined ? undefined : canonicalLanguageTag(language);
  if (language !== undefined && range === undefined) {
    throw invalid("language", "must be a BCP 47 language tag such as en-US");
  }
  const tags = tag === undefined ? undefined : [tag];
  const filter = {
    ...namedFilter({ tags, ...filters }),
    language: range,
    types: new Set(types),
    readsPaid: true,
  };
  const [parsed, found] = await convertSearchErrors(
    async () => {
      const asked = parseQuery(q);
      const page = await search.explain({ organization, revision: undefined, filter, limit }, asked, after);
      return [asked, page] as const;
    },
    (message) => invalid("q", message),
  );
  const results = found.results.map((one) => ({
    ...toSearchResult(organization, one),
    id: one.post.id,
    matches: one.matches,
  }));
  const { wanted } = parsed;
  return { results, nextCursor: toResultCursor(found.next), wanted, ...toNotices(parsed, found) };
}

function invalid(name: string, message: string): InvalidInputError {
  return new InvalidInputError("Cannot search", [{ pointer: `/${name}`, message }]);
}
