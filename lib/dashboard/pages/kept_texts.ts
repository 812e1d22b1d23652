import { requirePermitted } from "../../api/mod.ts";
import { html } from "../../base/text/html.ts";
import { markdownDialects } from "../../content/mod.ts";
import type { PreparedResponse } from "../../http/mod.ts";
import { type FormProblem, orShowAgain } from "../form/form_problem.ts";
import { textOf } from "../form/read_form.ts";
import { seeOther } from "../frame/answers.ts";
import { keptTextsPage, showPage, tokenInput } from "../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { editorTextIn } from "./editor/editor_text.ts";

/** Shows the page on which a script lists the unsaved texts that the browser keeps. The server has none of them. */
export async function showKeptTexts(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "posts:write");
  const { options, organization, user } = visit;
  const textKey = await visit.api.sessions.textKeyOf(user.id);
  const path = `${options.basePath}/o/{organization}/${keptTextsPage}`;
  const body = html`<p>The editor keeps text here, encrypted, until it is saved. Text of a post that was deleted or renamed stays here for 30 days.</p>
<div class="stack" data-kept-texts="${organization.slug}" data-user="${user.id}" data-text-key="${textKey}" data-path="${path}"><noscript><p>This page needs JavaScript, because only the browser has these texts.</p></noscript></div>
<form method="post" action="${pathTo(visit, keptTextsPage)}" enctype="multipart/form-data" data-restore hidden>
${tokenInput(visit)}
<input type="hidden" name="name"><input type="hidden" name="format"><input type="hidden" name="dialect">
<textarea name="content" aria-label="Content"></textarea>
</form>`;
  return showPage(visit, {
    title: "Unsaved text in this browser",
    section: "posts",
    script: "kept_texts.js",
    body,
    problem,
  });
}

/** Creates a draft with the title and the content of a kept text. */
export const restoreKeptText: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { api, actor, form } = visit;
      const { format, content, dialect: given } = editorTextIn(form, []);
      const dialect = markdownDialects.find((one) => one === given);
      const text =
        format === "html"
          ? { html: content }
          : { markdown: content, ...(dialect !== undefined && { markdownDialect: dialect }) };
      const name = textOf(form, "name") || "Untitled";
      const { slug } = await api.admin.posts.create(actor, { name, status: "draft", ...text });
      return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(slug)}/edit`)}?done=post-created`);
    },
    (problem) => showKeptTexts(visit, problem),
  );
