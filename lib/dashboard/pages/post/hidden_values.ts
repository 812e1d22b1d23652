import { postTag, type CustomValues, type StoredPostWithHtml } from "../../../content/mod.ts";
import { submitButton } from "../../design/button.ts";
import { table } from "../../design/table.ts";
import { excerptOf, numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";

/** Maximum number of hidden values on a page, and of characters of each. */
const mostShown = 50;
const longestShown = 200;

/** Renders the values of a post that no field shows, with a form that deletes each. Nothing without these values. */
export function hiddenValuesSection(
  visit: Visit,
  post: StoredPostWithHtml,
  values: CustomValues,
): Html | false {
  const rows = Object.entries(values);
  if (rows.length === 0) return false;
  const path = `${pathTo(visit, `posts/${encodeURIComponent(post.slug)}`)}/hidden-values/delete`;
  const deletion = (name: string): Html =>
    html`<form method="post" action="${path}">${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}"><input type="hidden" name="name" value="${name}">${submitButton("Delete", { tone: "danger", about: html` the value of ${name}` })}</form>`;
  return html`<details class="hidden-values"><summary>${rows.length === 1 ? "1 hidden value is" : `${numberOf(rows.length)} hidden values are`} kept</summary>
${table({
  caption:
    "Values of fields that were removed from the settings, or that do not fit their field any more. Readers do not see them. A field that returns shows them again.",
  columns: [
    { label: "Field", kind: "heading", cell: ([name]) => html`<code>${name}</code>` },
    {
      label: "Value",
      cell: ([, value]) => html`<span dir="auto">${excerptOf(JSON.stringify(value), longestShown)}</span>`,
    },
    { label: "Actions", kind: "actions", cell: ([name]) => deletion(name) },
  ],
  rows: rows.slice(0, mostShown),
})}
${rows.length > mostShown && html`<p>And ${numberOf(rows.length - mostShown)} more.</p>`}
</details>`;
}
