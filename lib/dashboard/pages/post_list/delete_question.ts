import { toAdminProblem } from "../../../api/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { questionPage } from "../../frame/question_page.ts";
import { textOf } from "../../form/read_form.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { type PickedPost, pickOf } from "./picked_posts.ts";
import { postListAddress, readPostListView } from "./post_list_query.ts";

/** Asks for confirmation before the selected posts are deleted, and lists their titles. */
export async function askToDelete(visit: Visit, picked: readonly PickedPost[]): Promise<PreparedResponse> {
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
