import type { PreviewLink, StoredPostWithHtml } from "../../content/mod.ts";
import { selectField } from "../fields.ts";
import { formIdInput } from "../form_id.ts";
import { timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { tokenInput } from "../layout.ts";
import { pathTo, type Visit } from "../visit.ts";

/** Renders the valid preview links of a post, and the form that creates one. */
export function previewLinkSection(
  visit: Visit,
  { slug }: StoredPostWithHtml,
  links: readonly PreviewLink[],
): Html {
  return html`<h2 id="preview-links">Preview links</h2>
<p>Anybody with a preview link can read this post, whatever its status, until the link expires.</p>
${links.length > 0 && linkTable(visit, slug, links)}
<form method="post" action="${pathToPost(visit, slug)}/preview-links" class="actions" aria-labelledby="preview-links">
${tokenInput(visit)}
${formIdInput(visit)}
${selectField({
  name: "expiresIn",
  label: "Expires in",
  value: "1h",
  choices: [
    ["1h", "1 hour"],
    ["1d", "1 day"],
    ["7d", "7 days"],
    ["30d", "30 days"],
  ],
})}
<button type="submit">Preview link</button>
</form>`;
}

function linkTable(visit: Visit, slug: string, links: readonly PreviewLink[]): Html {
  return html`<table class="cards">
<caption>Links that work now</caption>
<thead><tr><th scope="col">Link</th><th scope="col">Shows</th><th scope="col">Created</th><th scope="col">Expires</th><th scope="col">Actions</th></tr></thead>
<tbody>
${links.map(
  ({ id, revision, createdAt, expiresAt }) => html`<tr>
<th scope="row"><code>${id}</code></th>
<td data-label="Shows">${revision === undefined ? "the present post" : `revision ${revision}`}</td>
<td data-label="Created">${timeOf(createdAt)}</td>
<td data-label="Expires">${timeOf(expiresAt)}</td>
<td><form method="post" action="${pathToPost(visit, slug)}/preview-links/${id}/revoke">${tokenInput(visit)}<button type="submit">Revoke<span class="hidden"> the link ${id}</span></button></form></td>
</tr>
`,
)}</tbody>
</table>`;
}

/** Returns the path of a post's page. */
export function pathToPost(visit: Visit, slug: string): string {
  return pathTo(visit, `posts/${encodeURIComponent(slug)}`);
}
