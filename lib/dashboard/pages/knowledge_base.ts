import type { KnowledgeEntry } from "../../content/mod.ts";
import type { PreparedResponse } from "../../exchange/mod.ts";
import { seeOther } from "../answers.ts";
import { inputField, textField } from "../fields.ts";
import { formPage } from "../form_page.ts";
import { type FormProblem, orShowAgain } from "../form_problem.ts";
import { excerptOf, numberOf, timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { tokenInput } from "../layout.ts";
import { questionPage } from "../question_page.ts";
import { textOf } from "../read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";

const section = "knowledge-base";
const perPage = 20;

/** Maximum number of characters of a text in the list. */
const shownCharacters = 400;

/** Shows the texts of the knowledge base, newest first, and the form that adds a text. */
export const showTexts: PageHandler = async (visit) => textsPage(visit);

/** Adds a text. */
export const addText: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      await visit.api.admin.knowledgeBase.add(visit.actor, { text: textOf(visit.form, "text") });
      return seeOther(`${pathTo(visit, section)}?done=text-added`);
    },
    (problem) => textsPage(visit, problem),
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

async function textsPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const { api, actor, url, form } = visit;
  const search = url.searchParams.get("search")?.trim() ?? "";
  const after = url.searchParams.get("after");
  const query = { limit: perPage, search, ...(after === null ? {} : { after }) };
  const { entries, next } = await api.admin.knowledgeBase.list(actor, query);
  const body = html`<form method="get" action="${pathTo(visit, section)}" role="search" class="actions">
${inputField({ name: "search", label: "Search the texts", type: "search", value: search })}
<button type="submit">Search</button>
</form>
${entries.length === 0 ? html`<p>${search === "" ? "There are no texts yet." : "No text contains this."}</p>` : table(visit, entries)}
${next !== null && html`<p><a class="button" rel="next" href="${pathTo(visit, section)}?${new URLSearchParams({ search, after: next }).toString()}">Older texts</a></p>`}
<h2 id="add">Add a text</h2>
<form method="post" action="${pathTo(visit, section)}" enctype="multipart/form-data" aria-labelledby="add">
${tokenInput(visit)}
${textField({ name: "text", label: "Text", rows: 8, value: textOf(form, "text"), isRequired: true, errors: problem?.fields })}
<button type="submit" class="main-action">Add</button>
</form>`;
  return formPage(visit, { title: "Knowledge base", section, body, problem });
}

function table(visit: Visit, entries: readonly KnowledgeEntry[]): Html {
  return html`<table class="cards">
<caption>Texts, newest first</caption>
<thead><tr><th scope="col">Text</th><th scope="col" class="number">Characters</th><th scope="col">Added</th><th scope="col">Actions</th></tr></thead>
<tbody>
${entries.map(
  ({ id, text, createdAt }) => html`<tr>
<td dir="auto">${excerptOf(text, shownCharacters)}</td>
<td data-label="Characters" class="number">${numberOf(Array.from(text).length)}</td>
<td data-label="Added">${timeOf(createdAt)}</td>
<td><a class="button danger" data-dialog href="${pathTo(visit, `${section}/${encodeURIComponent(id)}/delete`)}">Delete<span class="hidden"> the text of ${timeOf(createdAt)}</span></a></td>
</tr>
`,
)}</tbody>
</table>`;
}
