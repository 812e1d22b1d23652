import { requirePermitted } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import type { CustomField } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { seeOther } from "../../frame/answers.ts";
import { linkButton, submitButton, card } from "../../design/components.ts";
import { type FormProblem, orShowAgain } from "../../form/form_problem.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import {
  changeFields,
  indexOfUnchanged,
  fieldPath,
  indexOfField,
  readFields,
  section,
  type FieldTexts,
  newFieldTexts,
  textsIn,
  textsOf,
  toField,
  versionOf,
} from "./change_fields.ts";
import { propertyLabels, propertyWords, placeLabels, typeLabels } from "./field_words.ts";
import { type FieldErrors, inputField, selectField, textField } from "../../design/field.ts";

/** Path of the form of a new field. The path of a field has its name, which can be `new`. */
const newFieldPath = "settings/new-field";

/** Shows the form of a new field. */
export const askForField: PageHandler = async (visit) => {
  requirePermitted(visit.actor, "members:manage");
  return newFieldPage(visit, newFieldTexts);
};

export const defineField: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      requirePermitted(visit.actor, "members:manage");
      const field = toField(textsIn(visit.form));
      await changeFields(visit, (present) => ({ fields: [...present, field], index: present.length }));
      return seeOther(`${pathTo(visit, section)}?done=field-defined`);
    },
    async (problem) => newFieldPage(visit, textsIn(visit.form), problem),
    { form: visit.form, names: propertyWords },
  );

/** Shows the form of a field. */
export const showField: PageHandler = async (visit) => {
  requirePermitted(visit.actor, "members:manage");
  return fieldPage(visit);
};

/** Changes a field. The old name becomes an earlier name, so the values stay. */
export const saveField: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      requirePermitted(visit.actor, "members:manage");
      const entered = toField(textsIn(visit.form));
      await changeFields(visit, (present) => {
        const index = indexOfUnchanged(visit, present);
        return { fields: present.with(index, renamed(entered, visit.params["name"] ?? "")), index };
      });
      return seeOther(`${pathTo(visit, section)}?done=field-saved`);
    },
    async (problem) => fieldPage(visit, problem),
    { form: visit.form, names: propertyWords },
  );

function renamed({ earlierNames = [], ...field }: CustomField, before: string): CustomField {
  const names = new Set(field.name === before ? earlierNames : [...earlierNames, before]);
  if (field.name !== before) names.delete(field.name);
  return names.size === 0 ? field : { ...field, earlierNames: [...names] };
}

async function newFieldPage(
  visit: Visit,
  texts: FieldTexts,
  problem?: FormProblem,
): Promise<PreparedResponse> {
  const body = fieldForm(visit, {
    action: pathTo(visit, newFieldPath),
    cards: fieldCards(texts, problem?.fields),
    label: "Define the field",
  });
  return showPage(visit, { title: "New field", section, body, problem });
}

async function fieldPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  const fields = await readFields(visit);
  const field = fields[indexOfField(visit, fields)];
  if (field === undefined) throw new Error("Cannot show the field: it is missing");
  const present = textsOf(field);
  const texts = problem === undefined ? present : textsIn(visit.form);
  const version = versionOf(field);
  const hasChanged = problem !== undefined && textOf(visit.form, "version") !== version;
  const body = html`${hasChanged && presentCard(present, texts)}
${fieldForm(visit, {
  action: fieldPath(visit, field.name),
  cards: html`<input type="hidden" name="version" value="${version}">
${fieldCards(texts, problem?.fields)}`,
  label: "Save",
})}`;
  return showPage(visit, { title: `Field ${field.name}`, section, body, problem });
}

function fieldForm(
  visit: Visit,
  { action, cards, label }: { action: string; cards: Html; label: string },
): Html {
  return html`<form method="post" action="${action}" class="stack">
${tokenInput(visit)}
${cards}
<p class="actions save-bar">${submitButton(label, { tone: "main" })}
${linkButton("Cancel", pathTo(visit, section))}</p>
</form>`;
}

/** Renders the properties that somebody else has changed since the form was opened. */
function presentCard(present: FieldTexts, entered: FieldTexts): Html {
  const differing = (Object.keys(propertyLabels) as (keyof FieldTexts)[]).filter(
    (property) => present[property] !== entered[property],
  );
  return card({
    id: "present",
    title: "The field as it is now",
    body: html`<p>Your form differs from it in these properties. The form replaces them.</p>
<dl class="facts">
${differing.map((property) => html`<dt>${propertyLabels[property]}</dt><dd dir="auto">${present[property] || "none"}</dd>\n`)}</dl>`,
  });
}

/** Renders the properties of a field. */
function fieldCards(texts: FieldTexts, errors: FieldErrors | undefined): Html {
  const of = <Name extends keyof FieldTexts>(
    name: Name,
  ): { name: Name; label: string; value: string; errors: FieldErrors | undefined } => ({
    name,
    label: propertyLabels[name],
    value: texts[name],
    errors,
  });
  return html`${card({
    id: "field",
    title: "Field",
    body: html`<div class="field-row">${inputField({ ...of("label"), hint: "Writers see it. Default: the name", longest: 100 })}
${inputField({ ...of("name"), hint: "In the API and in front matter, such as readingTime. A new name keeps the values.", longest: 40, isRequired: true })}</div>
${selectField({ ...of("type"), hint: "Values that do not fit a new type are hidden, and stay in the posts.", choices: Object.entries(typeLabels) })}
${textField({ ...of("choices"), hint: "For the type Choice: 1 to 50 texts, one per line", rows: 4 })}
${inputField({ ...of("hint"), hint: "Writers see it below the label.", longest: 200 })}`,
  })}
${card({
  id: "values",
  title: "Values",
  body: html`${checkbox({ ...of("isRequired"), text: "A post needs a value before it is published or scheduled" })}
${textField({ ...of("default"), hint: "Value of posts without one: a number such as 4.5, yes or no, a day such as 2026-11-26, a time in UTC such as 2026-11-26T09:00, one text per line for a list, or JSON", rows: 2 })}`,
})}
${card({
  id: "responses",
  title: "Responses",
  body: html`${selectField({ ...of("shown"), choices: Object.entries(placeLabels) })}
${checkbox({ ...of("isFilterable"), text: "Lists can be filtered and sorted by the field (at most 5 fields)" })}
${inputField({ ...of("schemaOrg"), hint: "Property of the structured data that has the value, such as Article.timeRequired", longest: 100 })}
${textField({ ...of("earlierNames"), hint: "Values under these names belong to the field, too. One per line, at most 10. A new name adds the old one.", rows: 2 })}`,
})}`;
}

interface Checkbox {
  name: string;
  text: string;
  value: string;
  errors: FieldErrors | undefined;
}

function checkbox({ name, text, value, errors }: Checkbox): Html {
  const error = errors?.[name];
  return html`<div class="field inline"><label><input type="checkbox" name="${name}" value="on"${value !== "" && html` checked`}${error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}> ${text}</label>
${error !== undefined && html`<p class="error" id="${name}-error">This ${error}</p>`}</div>`;
}
