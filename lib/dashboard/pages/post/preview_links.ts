import { type NewPreviewLink, previewUrlOf } from "../../../content/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { isSentFirst } from "../../form/form_id.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import { timeOf } from "../../format/format.ts";
import { linkButton } from "../../design/components.ts";
import { html } from "../../../base/text/html.ts";
import { showPage } from "../../frame/layout.ts";
import { apiPlaceOf } from "../../origin_of.ts";
import { textOf } from "../../form/read_form.ts";
import type { PageHandler, Visit } from "../../visit.ts";
import { showPost } from "./post.ts";
import { pathToPost } from "./preview_link_section.ts";

/**
 * Creates a preview link. The response contains its token and is never cached, as that of a new API key. A form that is sent twice, by
 * reloading, creates only one link.
 */
export const createPreviewLink: PageHandler = async (visit) => {
  const { slug = "" } = visit.params;
  return orShowAgain(
    async () => {
      if (!(await isSentFirst(visit, "posts:write-own"))) {
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
  const organization = await visit.api.admin.organization.get(visit.actor);
  const address = previewUrlOf(organization, { slug, token }, apiPlaceOf(visit));
  const body = html`<div class="secret-box">
<p><strong>Copy the link now. Its token is not stored, and is never shown again.</strong></p>
<code class="secret" id="new-link" data-copy>${address}</code>
</div>
<dl class="facts">
<dt>Token</dt><dd><code>${token}</code></dd>
<dt>Expires</dt><dd>${timeOf(expiresAt)}</dd>
</dl>
<p>Anybody who opens the link reads the post as you see it, with its unpublished changes.</p>
<p>${linkButton("I have copied it", pathToPost(visit, slug))}</p>`;
  return showPage(visit, { title: "Your preview link", section: "posts", body }, 201);
}
