import { postTag, WorkingCopyConflictError } from "../../../content/mod.ts";
import { given } from "../../../base/given.ts";
import { changesIn, publishOrAsk } from "./changes_question.ts";
import { changesMark } from "../post_form/post_status.ts";
import { userNames } from "../user_names.ts";
import { seeOther } from "../../frame/answers.ts";
import { orShowAgain } from "../../form/form_problem.ts";
import { html } from "../../../base/text/html.ts";
import type { NoticeName } from "../../frame/notices.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { editorOr } from "../editor/editor_page.ts";
import { showPost } from "./post.ts";
import { sentPostForm } from "../post_form/post_form_fields.ts";

/** Publishes a post immediately. Asks first if it has unpublished changes. */
export const publishPost: PageHandler = async (visit) =>
  changePost(visit, "post-published", (slug, ifMatch) => {
    const version = textOf(visit.form, "version");
    const options = { ifMatch, ...(version !== "" && { version }), ...changesIn(visit.form) };
    return visit.api.admin.posts.publish({ actor: visit.actor, slug }, options);
  });

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

/** Restores the text of a revision, in the draft or as unpublished changes. Asks before it replaces unpublished changes. */
export const restoreRevision: PageHandler = async (visit) => {
  const { slug = "", number } = visit.params;
  const version = textOf(visit.form, "version");
  const conditions = { ifMatch: [textOf(visit.form, "tag")], ...(version !== "" && { version }) };
  const { text } = visit.api.admin.posts;
  return orShowAgain(
    async () => {
      try {
        const saved = await text.restore({ actor: visit.actor, slug }, Number(number), conditions);
        const notice: NoticeName = saved.savedAs === "draft" ? "post-restored" : "copy-restored";
        return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}?done=${notice}`);
      } catch (error) {
        if (!(error instanceof WorkingCopyConflictError) || version !== "") throw error;
        return await askToReplace(visit, slug);
      }
    },
    (problem) => showPost(visit, problem),
  );
};

/** Asks for confirmation before a restored text replaces unpublished changes. */
async function askToReplace(visit: Visit, slug: string): ReturnType<PageHandler> {
  const { by, at = "", version } = await visit.api.admin.posts.text.get({ actor: visit.actor, slug });
  const [names, path] = [await userNames(visit, [by]), pathTo(visit, `posts/${encodeURIComponent(slug)}`)];
  const now = visit.api.options.clock.now();
  return questionPage(visit, {
    title: "Replace the unpublished changes?",
    section: "posts",
    body: html`<p>${changesMark({ at, ...given({ by }) }, { names, now })}. The text of the revision replaces them permanently.</p>
<input type="hidden" name="tag" value="${textOf(visit.form, "tag")}"><input type="hidden" name="version" value="${version}">`,
    label: "Replace",
    action: visit.url.pathname,
    cancel: path,
  });
}

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
  change: (slug: string, ifMatch: readonly string[]) => Promise<{ slug: string }>,
): ReturnType<PageHandler> {
  const { slug = "" } = visit.params;
  return orShowAgain(
    () =>
      publishOrAsk(visit, slug, async () => {
        const after = await change(slug, [textOf(visit.form, "tag")]);
        return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(after.slug)}`)}?done=${notice}`);
      }),
    (problem) => editorOr(showPost, visit, problem),
    sentPostForm(visit),
  );
}
