import { table } from "../design/table.ts";
import type { KnowledgeEntry } from "../../content/mod.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { requirePermitted } from "../../api/mod.ts";
import { seeOther } from "../frame/answers.ts";
import { cursorPaging, readPlace, searchForm, cursorOf } from "../frame/paging.ts";
import { linkButton, submitButton, emptyState } from "../design/components.ts";
import { textField } from "../design/field.ts";
import { type FormProblem, orShowAgain } from "../form/form_problem.ts";
import { excerptOf, numberOf, timeOf } from "../format/format.ts";
import { html, type Html } from "../../base/text/html.ts";
import { tokenInput, showPage } from "../frame/layout.ts";
import { questionPage } from "../frame/question_page.ts";
import { textOf } from "../form/read_form.ts";
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
  const query = { limit: perPage, search, ...cursorOf(place) };
  const { entries, next } = await api.admin.knowledgeBase.list(actor, query);
  const path = pathTo(visit, section);
  const isEmpty = entries.length === 0 && search === "" && place.after === undefined;
  const body = html`${!isEmpty && searchForm({ path, search, label: "Search the texts", button: "Search" })}
${entries.length === 0 ? noTexts(search) : textTable(visit, entries)}
${!isEmpty && cursorPaging({ path, filters: { search }, place, next, shown: entries.length, perPage })}`;
  const action = linkButton("Add a text", `${path}/new`, { tone: "main", icon: "plus" });
  const lead = "Texts for assistants. They are found by search, and are not public.";
  return showPage(visit, { title: "Knowledge base", section, lead, action, body });
};

export const addText: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      await visit.api.admin.knowledgeBase.add(visit.actor, { text: textOf(visit.form, "text") });
      return seeOther(`${pathTo(visit, section)}?done=text-added`);
    },
    (problem) => askForText(visit, problem),
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

export const deleteText: PageHandler = async (visit) => {
  await visit.api.admin.knowledgeBase.delete({ actor: visit.actor, id: visit.params["id"] ?? "" });
  return seeOther(`${pathTo(visit, section)}?done=text-deleted`);
};

/** Shows the form that adds a text. */
export async function askForText(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "knowledge:write");
  const path = pathTo(visit, section);
  const body = html`<form method="post" action="${path}" enctype="multipart/form-data" class="wide">
${tokenInput(visit)}
${textField({ name: "text", label: "Text", rows: 14, value: textOf(visit.form, "text"), isRequired: true, errors: problem?.fields })}
<p class="actions">${submitButton("Add", { tone: "main" })}
${linkButton("Cancel", path)}</p>
</form>`;
  return showPage(visit, { title: "Add a text", section, body, problem });
}

function noTexts(search: string): Html {
  return search === ""
    ? emptyState("book-open", "There are no texts yet. Add answers that no post has.")
    : emptyState("search", "No text contains this.");
}

function textTable(visit: Visit, entries: readonly KnowledgeEntry[]): Html {
  const pathOf = (id: string): string => pathTo(visit, `${section}/${encodeURIComponent(id)}/delete`);
  return table({
    caption: "Texts, newest first",
    isCaptionHidden: true,
    columns: [
      {
        label: "Text",
        kind: "plain",
        cell: ({ text }) => html`<div dir="auto">${excerptOf(text, shownCharacters)}</div>`,
      },
      { label: "Characters", kind: "number", cell: ({ text }) => numberOf(Array.from(text).length) },
      { label: "Added", cell: ({ createdAt }) => timeOf(createdAt) },
      {
        label: "Actions",
        kind: "actions",
        cell: ({ id, createdAt }) =>
          linkButton("Delete", pathOf(id), {
            tone: "danger",
            isDialog: true,
            about: html` the text of ${timeOf(createdAt)}`,
          }),
      },
    ],
    rows: entries,
  });
}
