import { requirePermitted, toAdminProblem } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { postTag, postTagPattern, statusAt } from "../../../content/mod.ts";
import { askAboutChanges, type ChangedPost, changesIn } from "../post/changes_question.ts";
import { toName } from "../../../base/text/name.ts";
import { seeOther } from "../../frame/answers.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { textOf } from "../../form/read_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import {
  type ChangeOfPost,
  changePosts,
  formerPublication,
  type PostsAction,
  postsActions,
  restoringFields,
  settingFields,
} from "./change_posts.ts";
import { type PickedPost, readPicked, pickOf } from "./picked_posts.ts";
import { postListPage } from "./post_list_page.ts";
import { readPostListView, postListAddress } from "./post_list_query.ts";
import { readUndoSteps } from "./change_result.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { questionPage } from "../../frame/question_page.ts";

/** Maximum number of posts that one form changes, more than a page of the list has. */
const mostPicked = 100;

/** Maximum number of characters of a tag. */
const longestTag = 100;

/** Returns to the list, for visitors who open the address of the form. */
export const returnToPosts: PageHandler = async (visit) => seeOther(pathTo(visit, "posts"));

/** Changes the selected posts, and shows the list with the result. Deleting asks first. */
export const changeSelected: PageHandler = async (visit) => {
  requirePermitted(visit.actor, "posts:write");
  const { form } = visit;
  const picked = readPicked(form);
  const action = postsActions.find((name) => name === textOf(form, "act"));
  if (action === undefined) {
    return listAgain(visit, refused("Choose what to do with the posts: press one of the buttons."));
  }
  const problem = problemOf(picked, action, form);
  if (problem !== undefined) return listAgain(visit, problem);
  if (action === "delete" && textOf(form, "confirmed") !== "yes") return askToDelete(visit, picked);
  const changed = action === "publish" ? await changedPosts(visit, picked) : [];
  if (changed.length > 0 && changesIn(form).changes === undefined) {
    const list = readPostListView(new URLSearchParams(textOf(form, "list")));
    return askAboutChanges(visit, changed, { cancel: postListAddress(pathTo(visit, "posts"), list) });
  }
  const result = await changePosts(visit, picked, changeFor(action, visit, changed));
  const view = readPostListView(new URLSearchParams(textOf(form, "list")));
  return postListPage(visit, { view, result: { action, ...result } });
};

/** Restores what a form has changed, for posts that nobody has changed since. */
export const undoChange: PageHandler = async (visit) => {
  requirePermitted(visit.actor, "posts:write");
  const steps = readUndoSteps(visit.form);
  if (steps === null || steps.length > mostPicked) {
    return listAgain(visit, refused("These changes cannot be undone here. Change the posts instead."));
  }
  const result = await changePosts(visit, steps, restoringFields(visit));
  const view = readPostListView(new URLSearchParams(textOf(visit.form, "list")));
  return postListPage(visit, { view, result: { action: "undo", ...result, undo: [] } });
};

/** Returns the selected posts with unpublished changes. The text of a draft is the draft itself, so that it has none. */
async function changedPosts(
  { api, actor }: Visit,
  picked: readonly PickedPost[],
): Promise<(ChangedPost & { id: number })[]> {
  const { posts } = api.admin;
  const ids = picked.map(({ tag }) => Number(postTagPattern.exec(tag)?.[1])).filter(Number.isSafeInteger);
  const marks = await posts.unpublishedChanges(actor, ids);
  if (marks.size === 0) return [];
  const heads = await posts.getHeads(
    actor,
    picked.map(({ slug }) => slug),
  );
  return heads.flatMap(({ id, name, inLanguage, status }) => {
    const mark = marks.get(id);
    return mark === undefined || status === "draft" ? [] : [{ id, name, inLanguage, mark }];
  });
}

/** Returns a change that publishes a post. A post whose text is published, too, cannot be given back its former text. */
function publishing(visit: Visit, changed: readonly { id: number }[]): ChangeOfPost {
  const { api, actor, form } = visit;
  const now = api.options.clock.now();
  const choice = changesIn(form);
  return async (post, { slug, tag }) => {
    const { id } = post;
    const hasChanges = choice.changes === "publish" && changed.some((one) => one.id === id);
    if (statusAt(post, now) === "published" && !hasChanges) return null;
    const after = await api.admin.posts.publish({ actor, slug }, { ifMatch: [tag], ...choice });
    if (hasChanges) return true;
    return { slug: after.slug, tag: postTag(after), fields: formerPublication(post) };
  };
}

function changeFor(action: PostsAction, visit: Visit, changed: readonly { id: number }[]): ChangeOfPost {
  const { api, actor, form } = visit;
  const tag = toName(textOf(form, "tag"));
  const changes: Readonly<Record<PostsAction, ChangeOfPost>> = {
    publish: publishing(visit, changed),
    archive: settingFields(visit, ({ status }) => (status === "archived" ? null : { status: "archived" })),
    "add-tag": settingFields(visit, ({ tags = [] }) =>
      tags.includes(tag) ? null : { tags: [...tags, tag] },
    ),
    "remove-tag": settingFields(visit, ({ tags = [] }) =>
      tags.includes(tag) ? { tags: tags.filter((one) => one !== tag) } : null,
    ),
    delete: async (_post, pick) => {
      await api.admin.posts.delete({ actor, slug: pick.slug }, { ifMatch: [pick.tag] });
      return true;
    },
  };
  return changes[action];
}

function problemOf(
  picked: readonly PickedPost[],
  action: PostsAction,
  form: FormData,
): FormProblem | undefined {
  if (picked.length === 0) return refused("No post is selected. Check the boxes of the posts to change.");
  if (picked.length > mostPicked) {
    return refused(`${picked.length} posts are selected, and ${mostPicked} are the most. Select fewer.`);
  }
  if (!action.endsWith("-tag")) return undefined;
  const { length } = toName(textOf(form, "tag"));
  if (length > 0 && length <= longestTag) return undefined;
  const rule =
    length === 0 ? "Enter the tag." : `The tag is too long: ${longestTag} characters are the most.`;
  return refused(rule);
}

function refused(message: string): FormProblem {
  return { status: 422, message, fields: {} };
}

async function listAgain(visit: Visit, problem: FormProblem): Promise<PreparedResponse> {
  const view = readPostListView(new URLSearchParams(textOf(visit.form, "list")));
  const picked = new Set(readPicked(visit.form).map(({ slug }) => slug));
  return postListPage(visit, { view, problem, picked });
}

/** Asks for confirmation before the selected posts are deleted, and lists their titles. */
async function askToDelete(visit: Visit, picked: readonly PickedPost[]): Promise<PreparedResponse> {
  const list = textOf(visit.form, "list");
  const titles: Html[] = [];
  for (const pick of picked) titles.push(await titleOf(visit, pick));
  const count = picked.length === 1 ? "1 post" : `${picked.length} posts`;
  return questionPage(visit, {
    title: `Delete ${count}?`,
    section: "posts",
    body: html`<p>${picked.length === 1 ? "This post is" : "These posts are"} deleted permanently, with the history:</p>
<ul class="titles">
${titles}</ul>
${picked.map((pick) => html`<input type="hidden" name="post" value="${pickOf(pick)}">\n`)}
<input type="hidden" name="list" value="${list}">
<input type="hidden" name="act" value="delete">
<input type="hidden" name="confirmed" value="yes">`,
    label: `Delete ${count}`,
    action: pathTo(visit, "changed-posts"),
    cancel: postListAddress(pathTo(visit, "posts"), readPostListView(new URLSearchParams(list))),
  });
}

async function titleOf({ api, actor }: Visit, { slug }: PickedPost): Promise<Html> {
  try {
    const { name, inLanguage } = await api.admin.posts.get({ actor, slug });
    return html`<li lang="${inLanguage}" dir="auto">${name}</li>\n`;
  } catch (error) {
    if (toAdminProblem(error).status !== 404) throw error;
    return html`<li><bdi>${slug}</bdi>, which was deleted meanwhile</li>\n`;
  }
}
