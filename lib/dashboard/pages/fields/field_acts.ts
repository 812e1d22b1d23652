import { requirePermitted } from "../../../api/mod.ts";
import type { ValueCount } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { seeOther } from "../../frame/answers.ts";
import { numberOf } from "../../format/format.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo } from "../../visit.ts";
import { changeFields, indexOfUnchanged } from "./change_fields.ts";
import { fieldPath, indexOfField, readFields, section } from "./field_paths.ts";
import { versionOf } from "./field_texts.ts";

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
