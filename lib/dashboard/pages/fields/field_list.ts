import { isPermitted, requirePermitted } from "../../../api/mod.ts";
import type { CustomField, ValueCount } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { linkButton, submitButton, emptyState } from "../../design/components.ts";
import { table } from "../../design/table.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import {
  fieldPath,
  readFields,
  section,
  indexOfField,
  changeFields,
  indexOfUnchanged,
  versionOf,
} from "./change_fields.ts";
import { placeLabels, typeLabels } from "./field_words.ts";
import { seeOther } from "../../frame/answers.ts";
import { numberOf } from "../../format/format.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf } from "../../form/read_form.ts";

/** Shows the fields that the organization defines, in their order. */
export const showFields: PageHandler = async (visit) => {
  const fields = await readFields(visit);
  const canManage = isPermitted(visit.actor, "members:manage");
  const body = html`${fields.length === 0 ? emptyState("list", "There are no fields yet.") : fieldTable(visit, fields, canManage)}
${!canManage && html`<p class="hint">Ask an admin or the owner to change the fields.</p>`}`;
  const action =
    canManage && linkButton("New field", pathTo(visit, "settings/new-field"), { tone: "main", icon: "plus" });
  const lead =
    "Fields that posts have in addition to their own, such as a price or a rating. Responses have the values in custom.";
  return showPage(visit, { title: "Fields", section, lead, action, body });
};

function fieldTable(visit: Visit, fields: readonly CustomField[], canManage: boolean): Html {
  return table<CustomField>({
    caption: `Fields of posts of ${visit.organization.name}, in the order of forms`,
    isCaptionHidden: true,
    columns: [
      { label: "Field", kind: "heading", cell: (field) => nameOf(visit, field, canManage) },
      { label: "Type", cell: ({ type }) => typeLabels[type] },
      { label: "Shown in", cell: ({ shown = "single" }) => placeLabels[shown] },
      { label: "Required", cell: ({ isRequired }) => yesOrNo(isRequired) },
      { label: "Filterable", cell: ({ isFilterable }) => yesOrNo(isFilterable) },
      canManage && {
        label: "Actions",
        kind: "actions",
        cell: (field) =>
          html`${moveButtons(visit, field, fields)} ${linkButton("Retire", `${fieldPath(visit, field.name)}/retire`, { tone: "danger", isDialog: true, about: ` ${field.name}` })}`,
      },
    ],
    rows: fields,
  });
}

function nameOf(visit: Visit, { name, label }: CustomField, canManage: boolean): Html {
  const shown = html`<bdi>${label ?? name}</bdi>`;
  return html`${canManage ? html`<a id="field-${name}" href="${fieldPath(visit, name)}">${shown}</a>` : shown}
<p class="hint one-line"><code>${name}</code></p>`;
}

function moveButtons(visit: Visit, { name }: CustomField, fields: readonly CustomField[]): Html {
  const button = (to: "up" | "down", label: string): Html =>
    submitButton(label, { about: ` ${name}`, attributes: html` name="to" value="${to}"` });
  return html`<form method="post" action="${fieldPath(visit, name)}/move">${tokenInput(visit)}${name !== fields[0]?.name && button("up", "Up")} ${name !== fields.at(-1)?.name && button("down", "Down")}</form>`;
}

function yesOrNo(isTrue = false): string {
  return isTrue ? "yes" : "no";
}

/** Moves a field up or down by one place. */
export const moveField: PageHandler = async (visit) => {
  const step = textOf(visit.form, "to") === "up" ? -1 : 1;
  await changeFields(visit, (present) => {
    const from = indexOfField(visit, present);
    const index = Math.min(Math.max(from + step, 0), present.length - 1);
    const others = present.toSpliced(from, 1);
    return { fields: others.toSpliced(index, 0, ...present.slice(from, from + 1)), index };
  });
  return seeOther(`${pathTo(visit, section)}#field-${encodeURIComponent(visit.params["name"] ?? "")}`);
};

/** Asks for confirmation before a field is retired, with the number of posts that have a value. */
export const askToRetireField: PageHandler = async (visit) => {
  const { api, actor } = visit;
  requirePermitted(actor, "members:manage");
  const fields = await readFields(visit);
  const field = fields[indexOfField(visit, fields)];
  if (field === undefined) throw new Error("Cannot retire the field: it is missing");
  const { name, label = name, earlierNames = [] } = field;
  const count = await api.admin.organization.countFieldValues(actor, name);
  return questionPage(visit, {
    title: "Retire the field?",
    section,
    body: html`<p>Forms and responses no longer have <strong dir="auto">${label}</strong> (<code>${name}</code>). ${countText(count)}</p>
<p>The values stay in the posts, hidden. To show them again, define a field with the name <code>${name}</code>${earlierNames.length > 0 && html` and ${earlierNames.length === 1 ? "the earlier name" : "the earlier names"} ${earlierNames.map((earlier, index) => html`${index > 0 && ", "}<code>${earlier}</code>`)}`}.</p>
<input type="hidden" name="version" value="${versionOf(field)}">`,
    label: "Retire",
    action: `${fieldPath(visit, name)}/retire`,
    cancel: pathTo(visit, section),
  });
};

/** Retires the field that the confirmation showed. The posts keep their values. */
export const retireField: PageHandler = async (visit) => {
  await changeFields(visit, (present) => {
    const index = indexOfUnchanged(visit, present);
    return { fields: present.toSpliced(index, 1), index };
  });
  return seeOther(`${pathTo(visit, section)}?done=field-retired`);
};

function countText({ posts, hasMore }: ValueCount): Html {
  const isOne = posts === 1 && !hasMore;
  return html`<strong>${hasMore && "At least "}${numberOf(posts)} ${isOne ? "post has" : "posts have"} a value.</strong>`;
}
