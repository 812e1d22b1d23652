import { table } from "../../design/table.ts";
import type { PreviewLink, PreviewLinkPage, StoredPostWithHtml } from "../../../content/mod.ts";
import { cursorPaging, readPlace, cursorOf } from "../../frame/paging.ts";
import { submitButton } from "../../design/components.ts";
import { selectField } from "../../design/field.ts";
import { formIdInput } from "../../form/form_id.ts";
import { timeOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";

/** Number of links on a page: all that a post can have. */
const perPage = 100;

/** Reads the page of preview links that the address of a post's page names. */
export async function readPreviewLinks(visit: Visit, slug: string): Promise<PreviewLinkPage> {
  const { api, actor, url } = visit;
  return api.admin.previews.list(
    { actor, slug },
    { limit: perPage, ...cursorOf(readPlace(url.searchParams)) },
  );
}

/** Renders the valid preview links of a post, the oldest first on each page, and the form that creates one. */
export function previewLinkSection(
  visit: Visit,
  { slug }: StoredPostWithHtml,
  { previewLinks, next }: PreviewLinkPage,
): Html {
  const links = previewLinks.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  const place = readPlace(visit.url.searchParams);
  const page = { path: pathToPost(visit, slug), filters: {}, place, next, shown: links.length, perPage };
  return html`<h2 id="preview-links">Preview links</h2>
<p>Anybody with a preview link can read this post with its unpublished changes, whatever its status, until the link expires.</p>
${links.length > 0 && linkTable(visit, slug, links)}
${(next !== null || place.after !== undefined) && cursorPaging(page)}
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
${submitButton("Preview link")}
</form>`;
}

function linkTable(visit: Visit, slug: string, links: readonly PreviewLink[]): Html {
  return table({
    caption: "Links that work now",
    columns: [
      { label: "Link", kind: "heading", cell: ({ id }) => html`<code>${id}</code>` },
      {
        label: "Shows",
        cell: ({ revision }) => (revision === undefined ? "the present post" : `revision ${revision}`),
      },
      { label: "Created", cell: ({ createdAt }) => timeOf(createdAt) },
      { label: "Expires", cell: ({ expiresAt }) => timeOf(expiresAt) },
      { label: "Actions", kind: "actions", cell: ({ id }) => revokeForm(visit, slug, id) },
    ],
    rows: links,
  });
}

function revokeForm(visit: Visit, slug: string, id: string): Html {
  return html`<form method="post" action="${pathToPost(visit, slug)}/preview-links/${id}/revoke">${tokenInput(visit)}${submitButton("Revoke", { about: ` the link ${id}` })}</form>`;
}

/** Returns the path of a post's page. */
export function pathToPost(visit: Visit, slug: string): string {
  return pathTo(visit, `posts/${encodeURIComponent(slug)}`);
}
