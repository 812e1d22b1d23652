import { showPage, tokenInput } from "../../frame/layout.ts";
import { seeOther } from "../../frame/answers.ts";
import { listAddress } from "../../frame/paging.ts";
import { textOf } from "../../form/read_form.ts";
import {
  type AdminSearchPage,
  type AdminSearchQuery,
  type AdminSearchResult,
  isPermitted,
} from "../../../api/mod.ts";
import { given } from "../../../base/given.ts";
import { cutPastedKeys, hasKeyIdForm } from "../../../base/secrets/secret_forms.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { linkButton, message, submitButton } from "../../design/components.ts";
import { inputField, selectField } from "../../design/field.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { changesMark } from "../post_form/post_status.ts";
import { userNames } from "../user_names.ts";
import { table } from "../../design/table.ts";
import type { MissedQueryReport } from "../../../content/mod.ts";
import { dayOf, numberOf } from "../../format/format.ts";
import type { MatchField, SearchMatch } from "../../../search/mod.ts";

const section = "search";
const perPage = 20;

const kinds: readonly (readonly [string, string])[] = [
  ["", "Posts and questions"],
  ["post", "Posts"],
  ["faq", "Questions"],
];

const mostRows = 100;

const fieldLabels: Readonly<Record<MatchField, string>> = {
  title: "Title",
  question: "Question",
  heading: "Heading",
  tag: "Tag or author",
  text: "Text",
};

/** The chosen search. */
interface Chosen {
  q: string;
  kind: string;
  cursor?: string;
}

/** Shows a search in the posts as the public API searches, and the reasons for each result. */
export const showSearch: PageHandler = async (visit) => {
  const chosen = chosenIn((name) => visit.url.searchParams.get(name));
  if (chosen.q.trim() === "") return searchPage(visit, chosen);
  return orShowAgain(
    async () => searchPage(visit, chosen, { page: await find(visit, chosen) }),
    (problem) => searchPage(visit, chosen, { problem }),
  );
};

/** Leads to the results of a search. The form is sent by POST, so that a pasted key never gets into an address. */
export const startSearch: PageHandler = async (visit) => {
  const q = cutPastedKeys(textOf(visit.form, "q"));
  return seeOther(listAddress(pathTo(visit, section), { q, in: textOf(visit.form, "in") }));
};

/** Returns the search that an address or a sent form names. */
export function chosenIn(valueOf: (name: "q" | "in" | "cursor") => string | null): Chosen {
  const kind = kinds.find(([known]) => known === valueOf("in"))?.[0] ?? "";
  return { q: valueOf("q") ?? "", kind, ...given({ cursor: valueOf("cursor") || undefined }) };
}

/** Finds the page of results of a search. */
export async function find({ api, actor }: Visit, { q, kind, cursor }: Chosen): Promise<AdminSearchPage> {
  const query: AdminSearchQuery = { q, limit: perPage, ...given({ cursor }) };
  if (kind === "post" || kind === "faq") query.in = [kind];
  return api.admin.search.find(actor, query);
}

/** Shows the search, and its results if there are any. */
export async function searchPage(
  visit: Visit,
  chosen: Chosen,
  { page, problem }: { page?: AdminSearchPage; problem?: FormProblem } = {},
): Promise<PreparedResponse> {
  const { q, kind } = chosen;
  const [missed, key] = await Promise.all([
    page === undefined && visit.api.admin.search.listMissed(visit.actor),
    keyNote(visit, q),
  ]);
  const body = html`<form method="post" action="${pathTo(visit, section)}" role="search" class="actions">
${tokenInput(visit)}
${inputField({ name: "q", label: "Query", type: "search", value: q, errors: problem?.fields })}
${selectField({ name: "in", label: "Results", value: kind, choices: kinds })}
${submitButton("Search")}
</form>
<p class="hint">Searches the public posts as the search of your site does. Put a phrase in quotes, and <code>-</code> before words at the end to exclude them.</p>
${key}
${page !== undefined && resultsOf(visit, chosen, { ...page, marks: await marksOf(visit, page) })}
${page !== undefined && synonymForm(visit, chosen, { page, problem })}
${missed !== false && missedQueriesSection(visit, missed)}`;
  return showPage(visit, { title: "Search", section, body, problem });
}

/** Renders the key that a query names by its id, which a pasted key is cut to. */
async function keyNote(visit: Visit, q: string): Promise<Html | false> {
  const id = q.trim();
  if (!hasKeyIdForm(id) || !isPermitted(visit.actor, "keys:manage")) return false;
  const name = (await visit.api.admin.apiKeys.names(visit.actor, [id])).get(id);
  if (name === undefined) return false;
  const path = pathTo(visit, `settings/api-keys/${id}`);
  return message(
    "note",
    html`<p>This is the id of the key <a href="${path}"><bdi>${name}</bdi></a>.</p>
<p>${linkButton("Revoke", `${path}/revoke`, { tone: "danger", isDialog: true })}</p>`,
    "status",
  );
}

/** Renders the marks of posts with unpublished changes, by the ids of the posts. */
async function marksOf(visit: Visit, { results }: AdminSearchPage): Promise<ReadonlyMap<number, Html>> {
  const { api, actor } = visit;
  const marks = await api.admin.posts.unpublishedChanges(
    actor,
    results.map(({ id }) => id),
  );
  const names = await userNames(
    visit,
    Array.from(marks.values(), ({ by }) => by),
  );
  const now = api.options.clock.now();
  return new Map(Array.from(marks, ([id, mark]) => [id, changesMark(mark, { names, now })]));
}

/** A page of results with the marks of its posts. */
interface MarkedPage extends AdminSearchPage {
  marks: ReadonlyMap<number, Html>;
}

function resultsOf(visit: Visit, chosen: Chosen, page: MarkedPage): Html {
  const { q, kind } = chosen;
  const { results, nextCursor, marks, approximate, noGoodMatch } = page;
  const more =
    nextCursor !== null && new URLSearchParams({ q, ...(kind !== "" && { in: kind }), cursor: nextCursor });
  return html`<h2>Results</h2>
${excludedNote(visit, chosen, page)}
${approximate && html`<p class="hint">The query was too long to compare all of its words. Search for fewer words.</p>`}
${noGoodMatch && html`<p class="hint">No good match: each result has only a small part of the query.</p>`}
${results.length === 0 ? html`<p>No public post or question matches.</p>` : resultList(visit, results, marks)}
${more !== false && html`<p>${linkButton("More results", `${pathTo(visit, section)}?${more.toString()}`, { attributes: html` rel="next"` })}</p>`}`;
}

/** Names the excluded words, and offers to search for them. */
function excludedNote(visit: Visit, { q, kind }: Chosen, { excluded = [] }: MarkedPage): Html | false {
  if (excluded.length === 0) return false;
  const address = listAddress(pathTo(visit, section), {
    q: q.replaceAll(/(^|\s)-(?=[\p{L}"“”„])/gu, "$1"),
    in: kind,
  });
  const words = excluded.map((text, at) => html`${at > 0 && ", "}“<bdi>${text}</bdi>”`);
  return html`<p class="hint">Without ${words}. <a href="${address}">Search for them instead</a></p>`;
}

/** Renders the queries of the public search that found nothing. */
function missedQueriesSection(visit: Visit, { queries, others }: MissedQueryReport): Html {
  return html`<h2>Queries without results</h2>
<p class="hint">Queries of the public search that found nothing in the last 30 days. Postern stores their texts and counts, and no addresses or keys.</p>
${queries.length === 0 ? html`<p>There were none.</p>` : queryTable(visit, queries.slice(0, mostRows))}
${queries.length > mostRows && html`<p>And ${numberOf(queries.length - mostRows)} more queries.</p>`}
${others > 0 && html`<p>Searches for rarer queries, whose texts are not stored: ${numberOf(others)}.</p>`}`;
}

function queryTable(visit: Visit, queries: MissedQueryReport["queries"]): Html {
  const addressOf = (query: string): string =>
    `${pathTo(visit, "search")}?${new URLSearchParams({ q: query }).toString()}`;
  return table({
    caption: "The most frequent first",
    columns: [
      {
        label: "Query",
        kind: "heading",
        cell: ({ query }) => html`<a href="${addressOf(query)}"><bdi>${query}</bdi></a>`,
      },
      { label: "Searches", kind: "number", cell: ({ count }) => numberOf(count) },
      { label: "Last on", cell: ({ lastDate }) => dayOf(lastDate) },
    ],
    rows: queries,
  });
}

/** Renders results with their snippets, and the reasons for which they match. */
function resultList(
  visit: Visit,
  results: readonly AdminSearchResult[],
  marks: ReadonlyMap<number, Html>,
): Html {
  return html`<ol class="results">
${results.map((result) => resultItem(visit, result, marks.get(result.id)))}</ol>`;
}

function resultItem(visit: Visit, result: AdminSearchResult, mark: Html | undefined): Html {
  const { type, slug, name, url, heading, inLanguage, snippet, matches } = result;
  return html`<li>
<h3><a lang="${inLanguage}" dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${name}</a> <span class="chip">${type === "faq" ? "Question" : "Post"}</span></h3>
${mark && html`<p class="hint">${mark}</p>`}
${heading !== undefined && html`<p class="hint" lang="${inLanguage}" dir="auto">${heading}</p>`}
${snippet.text !== "" && html`<p class="passage" lang="${inLanguage}" dir="auto">${highlighted(snippet)}</p>`}
<p class="hint"><a href="${url}" rel="noopener">Open the page<span class="hidden"> of ${heading ?? name}</span></a></p>
${matches.length > 0 && reasonsOf(matches)}
</li>
`;
}

/** Marks the found words of a snippet. */
function highlighted({ text, highlights }: AdminSearchResult["snippet"]): Html[] {
  const parts: Html[] = [];
  let at = 0;
  for (const { start, end } of highlights) {
    parts.push(html`${text.slice(at, start)}<mark>${text.slice(start, end)}</mark>`);
    at = end;
  }
  return [...parts, html`${text.slice(at)}`];
}

function reasonsOf(matches: readonly SearchMatch[]): Html {
  const fields = [...new Set(matches.map(({ field }) => field))];
  const list = fields.map((field) => {
    const inField = matches.filter((match) => match.field === field);
    const reasons = inField.map((match, index) => html`${index > 0 && ", "}${reasonOf(match)}`);
    return html`<li>${fieldLabels[field]}: ${reasons}</li>\n`;
  });
  return html`<details>
<summary>Why it matches</summary>
<ul>
${list}</ul>
</details>`;
}

function reasonOf({ by, found, query }: SearchMatch): Html {
  const word = html`<b><bdi>${found}</bdi></b>`;
  const typed = html`<bdi>${query}</bdi>`;
  if (by === "word") return word;
  if (by === "phrase") return html`the phrase ${word}`;
  if (by === "form") return html`${word} (a form of “${typed}”)`;
  if (by === "compound") return html`${word} (a compound with “${typed}”)`;
  if (by === "prefix") return html`${word} (begins with “${typed}”)`;
  if (by === "synonym") return html`${word} (a synonym of “${typed}”)`;
  return html`${word} (like “${typed}” with a typo)`;
}

/** Renders the form that makes the words of a query a synonym of other words. Without results, it is open. */
function synonymForm(
  visit: Visit,
  { q, kind }: Chosen,
  { page: { wanted, results }, problem }: { page: AdminSearchPage; problem: FormProblem | undefined },
): Html | false {
  if (!isPermitted(visit.actor, "members:manage")) return false;
  const { form } = visit;
  const errors = problem?.fields;
  const word = problem === undefined ? wanted : textOf(form, "word");
  return html`<details${(results.length === 0 || problem !== undefined) && html` open`}>
<summary>Add a synonym</summary>
<form method="post" action="${pathTo(visit, "search/synonyms")}" class="actions">
${tokenInput(visit)}
<input type="hidden" name="q" value="${q}">
<input type="hidden" name="in" value="${kind}">
${inputField({ name: "word", label: "Word or phrase", hint: "Words of the query that readers search for", value: word, longest: 1000, isRequired: true, errors })}
${inputField({ name: "synonyms", label: "Words of your posts", hint: "Words and phrases that mean the same, separated by commas", value: textOf(form, "synonyms"), longest: 1000, isRequired: true, errors })}
${submitButton("Add as a synonym")}
</form>
</details>`;
}
