import { postTag } from "../../../content/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import { html } from "../../../base/text/html.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { editorOr } from "../editor/editor_page.ts";
import { showPost } from "./post.ts";
import { fieldNames } from "../post_form/post_form_fields.ts";

/** Publishes a post immediately. */
export const publishPost: PageHandler = async (visit) =>
  changePost(visit, "post-published", (slug, ifMatch) =>
    visit.api.admin.posts.publish({ actor: visit.actor, slug }, { ifMatch }),
  );

/** Makes a post a draft, so that it is no longer public. */
export const unpublishPost: PageHandler = async (visit) =>
  changePost(visit, "post-unpublished", (slug, ifMatch) =>
    visit.api.admin.posts.unpublish({ actor: visit.actor, slug }, { ifMatch }),
  );

/** Archives a post, so that it is no longer public. */
export const archivePost: PageHandler = async (visit) =>
  changePost(visit, "post-archived", (slug, ifMatch) =>
    visit.api.admin.posts.archive({ actor: visit.actor, slug }, { ifMatch }),
  );

/** Restores the content of a revision. */
export const restoreRevision: PageHandler = async (visit) =>
  changePost(visit, "post-restored", (slug, ifMatch) =>
    visit.api.admin.posts.restore({ actor: visit.actor, slug }, Number(visit.params["number"]), { ifMatch }),
  );

/** Deletes a value of the post that no field shows. A value that the field of this name shows, from an earlier name, replaces it. */
export const deleteHiddenValue: PageHandler = async (visit) =>
  changePost(visit, "hidden-value-deleted", async (slug, ifMatch) => {
    const { actor, form } = visit;
    const { posts } = visit.api.admin;
    const { custom: shown = {} } = await posts.get({ actor, slug });
    const name = textOf(form, "name");
    const custom = Object.fromEntries([[name, Object.hasOwn(shown, name) ? shown[name] : null]]);
    return posts.update({ actor, slug }, { custom }, { ifMatch });
  });

/** Asks for confirmation before a post is deleted. */
export const askToDeletePost: PageHandler = async (visit) => {
  const post = await visit.api.admin.posts.get({ actor: visit.actor, slug: visit.params["slug"] ?? "" });
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  return questionPage(visit, {
    title: "Delete the post?",
    section: "posts",
    body: html`<p><strong>${post.name}</strong> is deleted permanently, with its history.</p>
<input type="hidden" name="tag" value="${postTag(post)}">`,
    label: "Delete",
    action: `${path}/delete`,
    cancel: path,
  });
};

export const deletePost: PageHandler = async (visit) =>
  orShowAgain(
    async () => {
      const { slug = "" } = visit.params;
      await visit.api.admin.posts.delete(
        { actor: visit.actor, slug },
        { ifMatch: [textOf(visit.form, "tag")] },
      );
      return seeOther(`${pathTo(visit, "posts")}?done=post-deleted`);
    },
    (problem) => showPost(visit, problem),
  );

/** Changes the post if it is still the version that the form's page showed. Otherwise shows the current version. */
async function changePost(
  visit: Visit,
  notice: NoticeName,
  change: (slug: string, ifMatch: readonly string[]) => Promise<unknown>,
): ReturnType<PageHandler> {
  const { slug = "" } = visit.params;
  return orShowAgain(
    async () => {
      await change(slug, [textOf(visit.form, "tag")]);
      return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}?done=${notice}`);
    },
    (problem) => editorOr(showPost, visit, problem),
    fieldNames(visit),
  );
}
