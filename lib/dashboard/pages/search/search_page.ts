import { showPage } from "../../frame/layout.ts";
import type { AdminSearchPage, AdminSearchQuery } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { linkButton, submitButton } from "../../design/button.ts";
import { inputField, selectField } from "../../design/field.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { missedQueriesSection } from "./missed_queries_section.ts";
import { resultList } from "./result_list.ts";

const section = "search";
const perPage = 20;

const kinds: readonly (readonly [string, string])[] = [
  ["", "Posts and questions"],
  ["post", "Posts"],
  ["faq", "Questions"],
];

/** The chosen search. */
interface Chosen {
  q: string;
  kind: string;
  cursor: string | null;
}

/** Shows a search in the posts as the public API searches, and the reasons for each result. */
export const showSearch: PageHandler = async (visit) => {
  const { searchParams } = visit.url;
  const chosen = {
    q: searchParams.get("q") ?? "",
    kind: kinds.find(([kind]) => kind === searchParams.get("in"))?.[0] ?? "",
    cursor: searchParams.get("cursor"),
  };
  if (chosen.q.trim() === "") return searchPage(visit, chosen);
  return orShowAgain(
    async () => searchPage(visit, chosen, { page: await find(visit, chosen) }),
    (problem) => searchPage(visit, chosen, { problem }),
  );
};

async function find({ api, actor }: Visit, { q, kind, cursor }: Chosen): Promise<AdminSearchPage> {
  const query: AdminSearchQuery = { q, limit: perPage };
  if (kind === "post" || kind === "faq") query.in = [kind];
  if (cursor !== null) query.cursor = cursor;
  return api.admin.search.find(actor, query);
}

async function searchPage(
  visit: Visit,
  chosen: Chosen,
  { page, problem }: { page?: AdminSearchPage; problem?: FormProblem } = {},
): Promise<PreparedResponse> {
  const { q, kind } = chosen;
  const missed = page === undefined && (await visit.api.admin.search.listMissed(visit.actor));
  const body = html`<form method="get" action="${pathTo(visit, section)}" role="search" class="actions">
${inputField({ name: "q", label: "Query", type: "search", value: q, errors: problem?.fields })}
${selectField({ name: "in", label: "Results", value: kind, choices: kinds })}
${submitButton("Search")}
</form>
<p class="hint">Searches the public posts as the search of your site does. Put a phrase in quotes, and <code>-</code> before words to exclude.</p>
${page !== undefined && resultsOf(visit, chosen, page)}
${missed !== false && missedQueriesSection(visit, missed)}`;
  return showPage(visit, { title: "Search", section, body, problem });
}

function resultsOf(visit: Visit, { q, kind }: Chosen, { results, nextCursor }: AdminSearchPage): Html {
  const more =
    nextCursor !== null && new URLSearchParams({ q, ...(kind !== "" && { in: kind }), cursor: nextCursor });
  return html`<h2>Results</h2>
${results.length === 0 ? html`<p>No public post or question matches.</p>` : resultList(visit, results)}
${more !== false && html`<p>${linkButton("More results", `${pathTo(visit, section)}?${more.toString()}`, { attributes: html` rel="next"` })}</p>`}`;
}
