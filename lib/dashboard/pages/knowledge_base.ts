import { table } from "../design/table.ts";
import { given } from "../../base/given.ts";
import { type KnowledgeEntry, type KnowledgeTextInput, knowledgeTag } from "../../content/mod.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { requirePermitted } from "../../api/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import { seeOther } from "../frame/answers.ts";
import { cursorPaging, readPlace, searchForm, cursorOf } from "../frame/paging.ts";
import { linkButton, submitButton, emptyState } from "../design/components.ts";
import { inputField, textField } from "../design/field.ts";
import { type FormProblem, orShowAgain } from "../form/form_problem.ts";
import { excerptOf, numberOf, timeOf } from "../format/format.ts";
import { html, type Html } from "../../base/text/html.ts";
import { tokenInput, showPage } from "../frame/layout.ts";
import { questionPage } from "../frame/question_page.ts";
import { linesOf, optionalTextOf, textOf } from "../form/read_form.ts";
import { randomHex } from "../random_hex.ts";
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

/** Adds a text, with an id that is drawn at random. */
export const addText: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { admin } = visit.api;
      const id = randomHex(visit, 16);
      await admin.knowledgeBase.put({ actor: visit.actor, id }, readText(visit), { ifNoneMatch: "*" });
      return seeOther(`${pathTo(visit, section)}?done=text-added`);
    },
    (problem) => askForText(visit, problem),
    { form: visit.form },
  );

/**
 * Shows the form of a text. It keeps the tag of the version that it shows, so that a save does not undo the change of another member.
 * The sent form of a text that was deleted meanwhile is shown as a new text, so that it is not lost.
 */
export async function showText(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const entry = await presentText(visit, problem);
  if (entry === undefined)
    return askForText(
      visit,
      problem?.status === 412 ? { status: 404, message: deletedMessage, fields: {} } : problem,
    );
  const hasChanged = problem?.status === 412;
  const body = html`${hasChanged && presentFacts(entry)}
${textForm(visit, {
  path: pathOfText(visit, entry.id),
  values: problem === undefined ? valuesOfEntry(entry) : valuesOfForm(visit),
  errors: problem?.fields,
  label: "Save",
  tag: hasChanged || problem === undefined ? knowledgeTag(entry) : textOf(visit.form, "etag"),
})}`;
  return showPage(visit, { title: entry.title ?? "Text", section, body, problem });
}

const deletedMessage =
  "Nothing was saved, because there is no such text. Add it again if it was deleted by mistake.";

/** Shows what another member saved meanwhile. */
function presentFacts(entry: KnowledgeEntry): Html {
  const { title = "", text, source = "", tags } = valuesOfEntry(entry);
  const facts = { Title: title, Text: excerptOf(text, shownCharacters), Source: source, Tags: tags };
  return html`<h2>The present version</h2>
<dl class="facts">${Object.entries(facts).map(([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>`)}</dl>`;
}

/** Returns the text, or undefined if a form was sent for a text that does not exist. */
async function presentText(
  visit: Visit,
  problem: FormProblem | undefined,
): Promise<KnowledgeEntry | undefined> {
  try {
    return await visit.api.admin.knowledgeBase.get({ actor: visit.actor, id: idOf(visit) });
  } catch (error) {
    if (problem === undefined || !(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}

/** Replaces a text, unless it has changed since its form was shown. */
export const saveText: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const ifMatch = [textOf(visit.form, "etag")];
      const address = { actor: visit.actor, id: idOf(visit) };
      await visit.api.admin.knowledgeBase.put(address, readText(visit), { ifMatch });
      return seeOther(`${pathTo(visit, section)}?done=text-saved`);
    },
    (problem) => showText(visit, problem),
    { form: visit.form },
  );

/** Asks for confirmation before a text is deleted. */
export const askToDelete: PageHandler = async (visit) => {
  const id = idOf(visit);
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
  await visit.api.admin.knowledgeBase.delete({ actor: visit.actor, id: idOf(visit) });
  return seeOther(`${pathTo(visit, section)}?done=text-deleted`);
};

/** Shows the form that adds a text. */
export async function askForText(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "knowledge:write");
  const path = pathTo(visit, section);
  const body = textForm(visit, { path, values: valuesOfForm(visit), errors: problem?.fields, label: "Add" });
  return showPage(visit, { title: "Add a text", section, body, problem });
}

/** The fields of the form of a text. Tags are one per line. */
interface TextValues {
  text: string;
  title?: string | undefined;
  source?: string | undefined;
  tags: string;
}

function valuesOfEntry({ text, title, source, tags = [] }: KnowledgeEntry): TextValues {
  return { text, title, source, tags: tags.join("\n") };
}

function valuesOfForm({ form }: Visit): TextValues {
  return {
    text: textOf(form, "text"),
    title: textOf(form, "title"),
    source: textOf(form, "source"),
    tags: textOf(form, "tags"),
  };
}

function readText({ form }: Visit): KnowledgeTextInput {
  const title = optionalTextOf(form, "title");
  const source = optionalTextOf(form, "source");
  return { text: textOf(form, "text"), ...given({ title, source }), tags: linesOf(textOf(form, "tags")) };
}

function idOf({ params }: Visit): string {
  return params["id"] ?? "";
}

function pathOfText(visit: Visit, id: string): string {
  return pathTo(visit, `${section}/${encodeURIComponent(id)}`);
}

/** Renders the form of a text. */
function textForm(
  visit: Visit,
  {
    path,
    values,
    errors,
    label,
    tag,
  }: {
    path: string;
    values: TextValues;
    errors: FormProblem["fields"] | undefined;
    label: string;
    /** Version of the text that the form shows. Undefined for a new text. */
    tag?: string;
  },
): Html {
  const { text, title, source, tags } = values;
  return html`<form method="post" action="${path}" enctype="multipart/form-data" class="wide">
${tokenInput(visit)}
${tag !== undefined && html`<input type="hidden" name="etag" value="${tag}">`}
${inputField({ name: "title", label: "Title", value: title, longest: 200, errors })}
${textField({ name: "text", label: "Text", rows: 14, value: text, isRequired: true, errors })}
${inputField({ name: "source", label: "Source", type: "url", value: source, hint: "The page that search results cite.", errors })}
${textField({ name: "tags", label: "Tags", rows: 3, value: tags, hint: "One per line.", errors })}
<p class="actions">${submitButton(label, { tone: "main" })}
${linkButton("Cancel", pathTo(visit, section))}</p>
</form>`;
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
        cell: ({
          id,
          text,
          title,
          source,
        }) => html`${title !== undefined && html`<strong dir="auto">${title}</strong>`}
<div dir="auto"><a href="${pathOfText(visit, id)}">${excerptOf(text, shownCharacters)}</a></div>
${source !== undefined && html`<div><a href="${source}" rel="noreferrer">${source}</a></div>`}`,
      },
      {
        label: "Tags",
        cell: ({ tags = [] }) => html`<span dir="auto">${tags.join(", ")}</span>`,
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
