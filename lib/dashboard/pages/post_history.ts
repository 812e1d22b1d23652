import {
  htmlOf,
  type PostRevision,
  postTag,
  type StoredPost,
  type StoredPostWithHtml,
} from "../../content/mod.ts";
import { fieldWords } from "../field_words.ts";
import { timeOf } from "../format.ts";
import { html, type Html } from "../../html.ts";
import { tokenInput } from "../layout.ts";
import { userNames } from "../user_names.ts";
import { pathTo, type Visit } from "../visit.ts";

/** Renders the last revisions of a post with author and changed fields, and a form that restores each. */
export async function historySection(
  visit: Visit,
  post: StoredPostWithHtml,
  revisions: readonly PostRevision[],
): Promise<Html> {
  const names = await userNames(
    visit,
    revisions.map(({ by }) => by),
  );
  const isKept = (revision: PostRevision, index: number): boolean =>
    htmlOf([revision, ...revisions.slice(0, index).toReversed()], post.html) !== undefined;
  return html`<h2 id="history">History</h2>
<table class="cards">
<caption>The last revisions, newest first. Restoring a revision writes its content again. The post keeps its slug, status and times.</caption>
<thead><tr><th scope="col">Revision</th><th scope="col">When</th><th scope="col">Who</th><th scope="col">Changed</th><th scope="col">Actions</th></tr></thead>
<tbody>
${revisions.map(
  (revision, index) => html`<tr>
<th scope="row">${revision.number}</th>
<td data-label="When">${timeOf(revision.at)}</td>
<td data-label="Who">${revision.by === undefined ? "the operator" : (names.get(revision.by) ?? revision.by)}${revision.via !== undefined && html`, with the key <code>${revision.via}</code>`}</td>
<td data-label="Changed">${changeOf(revision)}</td>
<td>${revision.number !== post.revision && (isKept(revision, index) ? actions(visit, post, revision.number) : "The content was too long to be stored")}</td>
</tr>
`,
)}</tbody>
</table>`;
}

function changeOf({ number, changed, restoredFrom }: PostRevision): string {
  const fields = number === 1 ? "created" : [...new Set(changed.map(fieldWords))].join(", ") || "nothing";
  return restoredFrom === undefined ? fields : `${fields} (revision ${restoredFrom} restored)`;
}

function actions(visit: Visit, post: StoredPost, number: number): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  return html`<a class="button" href="${path}/revisions/${number}">Compare<span class="hidden"> revision ${number}</span></a>
<a class="button" href="${path}/preview?revision=${number}">View<span class="hidden"> revision ${number}</span></a>
<form method="post" action="${path}/revisions/${number}/restore">${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}"><button type="submit">Restore<span class="hidden"> revision ${number}</span></button></form>`;
}
