import { requireWriter } from "../../api/mod.ts";
import { html } from "../../base/text/html.ts";
import { formIdInput } from "../form/form_id.ts";
import { keptTextsPage, showPage, tokenInput } from "../frame/layout.ts";
import { type PageHandler, pathTo } from "../visit.ts";

/** Shows the page on which a script lists the unsaved texts that the browser keeps. The server never gets them. */
export const showKeptTexts: PageHandler = async (visit) => {
  requireWriter(visit.actor);
  const { options, organization, user } = visit;
  const textKey = await visit.api.sessions.textKeyOf(user.id);
  const path = `${options.basePath}/o/{organization}/${keptTextsPage}`;
  const body = html`<p>The editor keeps text here, encrypted, until it is saved. Text of a post that was deleted or renamed stays here for 30 days.</p>
<div class="stack" data-kept-texts="${organization.slug}" data-user="${user.id}" data-text-key="${textKey}" data-path="${path}"><noscript><p>This page needs JavaScript, because only the browser has these texts.</p></noscript></div>
<form method="post" action="${pathTo(visit, "new-post")}" enctype="multipart/form-data" data-restore hidden>
${tokenInput(visit)}${formIdInput(visit)}
<div data-restored></div>
<button type="submit">Save as a new draft</button>
</form>`;
  return showPage(visit, {
    title: "Unsaved text in this browser",
    section: "posts",
    script: "kept_texts.js",
    body,
  });
};
