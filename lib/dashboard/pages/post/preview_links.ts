import { table } from "../../design/table.ts";
import type {
  PreviewLink,
  PreviewLinkPage,
  StoredPostWithHtml,
  NewPreviewLink,
} from "../../../content/mod.ts";
import { cursorPaging, readPlace, cursorOf } from "../../frame/paging.ts";
import { submitButton, linkButton } from "../../design/components.ts";
import { selectField } from "../../design/field.ts";
import { formIdInput, isSentFirst } from "../../form/form_id.ts";
import { timeOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { pathTo, type Visit, type PageHandler } from "../../visit.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import { apiPlaceOf } from "../../origin_of.ts";
import { textOf } from "../../form/read_form.ts";
import { showPost } from "./post.ts";
import { previewAddress } from "../../../base/api_address.ts";

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
<p>Anybody with a preview link can read this post, whatever its status, until the link expires.</p>
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

/**
 * Creates a preview link. The response contains its token and is never cached, as that of a new API key. A form that is sent twice, by
 * reloading, creates only one link.
 */
export const createPreviewLink: PageHandler = async (visit) => {
  const { slug = "" } = visit.params;
  return orShowAgain(
    async () => {
      if (!(await isSentFirst(visit, "posts:write"))) {
        return seeOther(`${pathToPost(visit, slug)}?done=preview-link-made-already`);
      }
      const expiresIn = textOf(visit.form, "expiresIn") || "1h";
      return newLinkPage(
        visit,
        slug,
        await visit.api.admin.previews.create({ actor: visit.actor, slug }, { expiresIn }),
      );
    },
    (problem) => showPost(visit, problem),
  );
};

export const revokePreviewLink: PageHandler = async (visit) => {
  const { slug = "", id = "" } = visit.params;
  await visit.api.admin.previews.revoke({ actor: visit.actor, slug, id });
  return seeOther(`${pathToPost(visit, slug)}?done=preview-link-revoked`);
};

async function newLinkPage(
  visit: Visit,
  slug: string,
  { token, expiresAt }: NewPreviewLink,
): Promise<PreparedResponse> {
  const organizationSlug = visit.organization.slug;
  const address = previewAddress(apiPlaceOf(visit), { organizationSlug, slug }, token);
  const body = html`<div class="secret-box">
<p><strong>Copy the link now. Its token is not stored, and is never shown again.</strong></p>
<code class="secret" id="new-link" data-copy>${address}</code>
</div>
<dl class="facts">
<dt>Token</dt><dd><code>${token}</code></dd>
<dt>Expires</dt><dd>${timeOf(expiresAt)}</dd>
</dl>
<p>A site with a preview page takes the token as its parameter.</p>
<p>${linkButton("I have copied it", pathToPost(visit, slug))}</p>`;
  return showPage(visit, { title: "Your preview link", section: "posts", body }, 201);
}
