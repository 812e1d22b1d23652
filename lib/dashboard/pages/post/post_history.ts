import { table } from "../../design/table.ts";
import {
  htmlOf,
  type PostRevision,
  postTag,
  type StoredPost,
  type StoredPostWithHtml,
} from "../../../content/mod.ts";
import { fieldWords } from "../../form/field_words.ts";
import { timeOf } from "../../format/format.ts";
import { linkButton, submitButton } from "../../design/components.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { userNames } from "../user_names.ts";
import { pathTo, type Visit } from "../../visit.ts";

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
  const isKept = (revision: PostRevision): boolean => {
    const later = revisions.slice(0, revisions.indexOf(revision)).toReversed();
    return htmlOf([revision, ...later], post.html) !== undefined;
  };
  return html`<h2 id="history">History</h2>
${table({
  caption:
    "The last revisions, newest first. Restoring a revision writes its content again. The post keeps its slug, status and times.",
  columns: [
    { label: "Revision", kind: "heading", cell: ({ number }) => number },
    { label: "When", cell: ({ at }) => timeOf(at) },
    { label: "Who", cell: (revision) => writerOf(revision, names) },
    { label: "Changed", cell: changeOf },
    {
      label: "Actions",
      kind: "actions",
      cell: (revision) =>
        revision.number !== post.revision &&
        (isKept(revision) ? actions(visit, post, revision.number) : "The content was too long to be stored"),
    },
  ],
  rows: revisions,
})}`;
}

function writerOf({ by, via }: PostRevision, names: ReadonlyMap<string, string>): Html {
  const writer = by === undefined ? "the operator" : (names.get(by) ?? by);
  return html`${writer}${via !== undefined && html`, with the key <code>${via}</code>`}`;
}

function changeOf({ number, changed, restoredFrom }: PostRevision): string {
  const fields = number === 1 ? "created" : [...new Set(changed.map(fieldWords))].join(", ") || "nothing";
  return restoredFrom === undefined ? fields : `${fields} (revision ${restoredFrom} restored)`;
}

function actions(visit: Visit, post: StoredPost, number: number): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(post.slug)}`);
  return html`${linkButton("Compare", `${path}/revisions/${number}`, { about: html` revision ${number}` })}
${linkButton("View", `${path}/preview?revision=${number}`, { about: html` revision ${number}` })}
<form method="post" action="${path}/revisions/${number}/restore">${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}">${submitButton("Restore", { about: html` revision ${number}` })}</form>`;
}
