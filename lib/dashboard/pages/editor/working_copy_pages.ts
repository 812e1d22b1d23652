import { toAdminProblem } from "../../../api/mod.ts";
import { sandboxedResponse, seeOther } from "../../frame/answers.ts";
import { describeError, orShowAgain } from "../../form/form_problem.ts";
import { html } from "../../../base/text/html.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo } from "../../visit.ts";
import { previewDocument } from "../post_form/preview_document.ts";
import { editorPage } from "./editor_page.ts";

/** Serves the saved text as a sandboxed document: with a separate origin, and without scripts, forms and cookies. */
export const previewWorkingCopy: PageHandler = async ({ api, actor, params }) => {
  try {
    const { post } = await api.admin.posts.workingCopy.preview({ actor, slug: params["slug"] ?? "" });
    return sandboxedResponse(previewDocument({ ...post, html: withSectionAnchors(post.html) }));
  } catch (error) {
    const { status } = toAdminProblem(error);
    if (status !== 413 && status !== 422 && status !== 503) throw error;
    const message = describeError(error);
    return sandboxedResponse(
      html`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>No preview</title></head><body><p>${message}</p></body></html>`,
    );
  }
};

/** Asks for confirmation before the working copy is discarded. */
export const askToDiscard: PageHandler = async (visit) => {
  const { api, actor, params } = visit;
  const { slug = "" } = params;
  const copy = await api.admin.posts.workingCopy.get({ actor, slug });
  const path = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  if (copy === null) return seeOther(`${path}/edit`);
  return questionPage(visit, {
    title: "Discard the unpublished changes?",
    section: "posts",
    body: html`<p>The unpublished changes of <strong>${slug}</strong> are deleted permanently. The post stays as it is.</p>
<input type="hidden" name="version" value="${copy.version}">`,
    label: "Discard",
    action: `${path}/working-copy/discard`,
    cancel: `${path}/edit`,
  });
};

/** Discards the working copy that the confirmation showed. */
export const discardWorkingCopy: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { api, actor, params, form } = visit;
      const { slug = "" } = params;
      await api.admin.posts.workingCopy.discard({ actor, slug }, { ifMatch: textOf(form, "version") });
      return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(slug)}/edit`)}?done=copy-discarded`);
    },
    (problem) => editorPage(visit, { problem }),
  );

/** Puts an anchor before each heading: `section-1`, `section-2` and so on. The preview of the editor scrolls to the section at the cursor. */
function withSectionAnchors(html: string): string {
  let number = 0;
  return html.replace(/<h[1-6](?=[\s>])/gi, (tag) => {
    number += 1;
    return `<a id="section-${number}"></a>${tag}`;
  });
}
