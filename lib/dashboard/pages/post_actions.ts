import { postTag } from "../../content/mod.ts";
import { seeOther } from "../answers.ts";
import { orAgain } from "../form_problem.ts";
import { html } from "../../html.ts";
import type { NoticeName } from "../notices.ts";
import { questionPage } from "../question_page.ts";
import { textOf } from "../read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../visit.ts";
import { postPage } from "./post.ts";

/** Publishes a post now. */
export const publishPost: PageHandler = async (visit) =>
  act(visit, "post-published", (slug, ifMatch) =>
    visit.api.admin.posts.publish(visit.actor, slug, { ifMatch }),
  );

/** Publishes a post at a time to come. */
export const schedulePost: PageHandler = async (visit) => {
  const publishedAt = textOf(visit.form, "publishedAt");
  return act(visit, "post-scheduled", (slug, ifMatch) =>
    visit.api.admin.posts.schedule(visit.actor, slug, { publishedAt, ifMatch }),
  );
};

/** Takes a post from the public. */
export const archivePost: PageHandler = async (visit) =>
  act(visit, "post-archived", (slug, ifMatch) =>
    visit.api.admin.posts.archive(visit.actor, slug, { ifMatch }),
  );

/** Brings back the content of a revision. */
export const restoreRevision: PageHandler = async (visit) =>
  act(visit, "post-restored", (slug, ifMatch) =>
    visit.api.admin.posts.restore(visit.actor, slug, Number(visit.params["number"]), { ifMatch }),
  );

/** Asks whether a post is to be deleted. */
export const askToDeletePost: PageHandler = async (visit) => {
  const post = await visit.api.admin.posts.show(visit.actor, visit.params["slug"] ?? "");
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  return questionPage(visit, {
    title: "Delete the post?",
    section: "posts",
    body: html`<p><strong>${post.name}</strong> is deleted for good, with its history.</p>
<input type="hidden" name="tag" value="${postTag(post)}">`,
    label: "Delete",
    action: `${path}/delete`,
    cancel: path,
  });
};

/** Deletes a post. */
export const deletePost: PageHandler = async (visit) =>
  orAgain(
    async () => {
      const { slug = "" } = visit.params;
      await visit.api.admin.posts.delete(visit.actor, slug, { ifMatch: [textOf(visit.form, "tag")] });
      return seeOther(`${pathTo(visit, "posts")}?done=post-deleted`);
    },
    (problem) => postPage(visit, problem),
  );

/** Does something to the post that the form's page showed; when it is another by now, shows that. */
async function act(
  visit: Visit,
  notice: NoticeName,
  change: (slug: string, ifMatch: readonly string[]) => Promise<unknown>,
): ReturnType<PageHandler> {
  const { slug = "" } = visit.params;
  return orAgain(
    async () => {
      await change(slug, [textOf(visit.form, "tag")]);
      return seeOther(`${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}?done=${notice}`);
    },
    (problem) => postPage(visit, problem),
  );
}
