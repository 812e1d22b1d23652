import { isPermitted } from "../../../api/mod.ts";
import type { CustomField } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { linkButton, submitButton } from "../../design/button.ts";
import { emptyState } from "../../design/empty_state.ts";
import { table } from "../../design/table.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { fieldPath, readFields, section } from "./field_paths.ts";
import { placeLabels, typeLabels } from "./field_words.ts";

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
