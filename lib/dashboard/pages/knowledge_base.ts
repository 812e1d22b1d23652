import type { KnowledgeEntry } from "../../content/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { requirePermitted } from "../../admin/mod.ts";
import { pageResponse, seeOther } from "../answers.ts";
import { cursorPaging } from "../cursor_paging.ts";
import { readPlace } from "../cursor_place.ts";
import { emptyState } from "../design/empty_state.ts";
import { icon } from "../design/icon.ts";
import { inputField, textField } from "../fields.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orShowAgain } from "../form_problem.ts";
import { excerptOf, numberOf, timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { layout, tokenInput } from "../layout.ts";
import { questionPage } from "../question_page.ts";
import { textOf } from "../read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";

const section = "knowledge-base";
const perPage = 25;

/** Maximum number of characters of a text in the list. */
const shownCharacters = 300;

/** Shows the texts of the knowledge base, newest first. */
export const showTexts: PageHandler = async (visit) => {
  const { api, actor, url } = visit;
  const search = url.searchParams.get("search")?.trim() ?? "";
  const place = readPlace(url.searchParams);
  const { after } = place;
  const query = { limit: perPage, search, ...(after === undefined ? {} : { after }) };
  const { entries, next } = await api.admin.knowledgeBase.list(actor, query);
  const path = pathTo(visit, section);
  const isEmpty = entries.length === 0 && search === "" && after === undefined;
  const body = html`${
    !isEmpty &&
    html`<form method="get" action="${path}" role="search" class="actions">
${inputField({ name: "search", label: "Search the texts", type: "search", value: search })}
<button type="submit">Search</button>
</form>`
  }
${entries.length === 0 ? noTexts(search) : table(visit, entries)}
${!isEmpty && cursorPaging({ path, filters: { search }, place, next, shown: entries.length, perPage })}`;
  const action = html`<a class="button main-action" href="${path}/new">${icon("plus")}Add a text</a>`;
  const lead = "Texts for assistants. They are found by search, and are not public.";
  return pageResponse(layout(visit, { title: "Knowledge base", section, lead, action, body }));
};

/** Shows the form that adds a text. */
export const askForText: PageHandler = async (visit) => textPage(visit);

/** Adds a text. */
export const addText: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      await visit.api.admin.knowledgeBase.add(visit.actor, { text: textOf(visit.form, "text") });
      return seeOther(`${pathTo(visit, section)}?done=text-added`);
    },
    (problem) => textPage(visit, problem),
  );

/** Asks for confirmation before a text is deleted. */
export const askToDelete: PageHandler = async (visit) => {
  const id = visit.params["id"] ?? "";
  return questionPage(visit, {
    title: "Delete the text?",
    section,
    body: html`<p>The text <code>${id}</code> is deleted permanently.</p>`,
    label: "Delete",
    action: pathTo(visit, `${section}/${encodeURIComponent(id)}/delete`),
    cancel: pathTo(visit, section),
  });
};

/** Deletes a text. */
export const deleteText: PageHandler = async (visit) => {
  await visit.api.admin.knowledgeBase.delete({ actor: visit.actor, id: visit.params["id"] ?? "" });
  return seeOther(`${pathTo(visit, section)}?done=text-deleted`);
};

async function textPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "knowledge:write");
  const path = pathTo(visit, section);
  const body = html`<form method="post" action="${path}" enctype="multipart/form-data" class="wide">
${tokenInput(visit)}
${textField({ name: "text", label: "Text", rows: 14, value: textOf(visit.form, "text"), isRequired: true, errors: problem?.fields })}
<p class="actions"><button type="submit" class="main-action">Add</button>
<a class="button" href="${path}">Cancel</a></p>
</form>`;
  return formPage(visit, { title: "Add a text", section, body, problem });
}

function noTexts(search: string): Html {
  return search === ""
    ? emptyState("book-open", "There are no texts yet. Add answers that no post has.")
    : emptyState("search", "No text contains this.");
}

function table(visit: Visit, entries: readonly KnowledgeEntry[]): Html {
  return html`<table class="cards">
<caption class="hidden">Texts, newest first</caption>
<thead><tr><th scope="col">Text</th><th scope="col" class="number">Characters</th><th scope="col">Added</th><th scope="col"><span class="hidden">Actions</span></th></tr></thead>
<tbody>
${entries.map(
  ({ id, text, createdAt }) => html`<tr>
<td dir="auto" class="excerpt">${excerptOf(text, shownCharacters)}</td>
<td data-label="Characters" class="number">${numberOf(Array.from(text).length)}</td>
<td data-label="Added">${timeOf(createdAt)}</td>
<td class="row-actions"><a class="button danger" data-dialog href="${pathTo(visit, `${section}/${encodeURIComponent(id)}/delete`)}">Delete<span class="hidden"> the text of ${timeOf(createdAt)}</span></a></td>
</tr>
`,
)}</tbody>
</table>`;
}
