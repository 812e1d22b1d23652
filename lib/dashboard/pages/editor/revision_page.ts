import { postTag, type WorkingCopy } from "../../../content/mod.ts";
import { selectField } from "../../design/field.ts";
import { html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { ProblemError } from "../../../http/mod.ts";
import { relativeTime } from "../../format/format.ts";
import { type PageHandler, pathTo } from "../../visit.ts";
import { postFormFields } from "../post_form/post_form_fields.ts";
import { type StoredTexts, textOfRevision } from "./conflict.ts";
import { type EditorText, textOfCopy, textOfPost } from "./editor_text.ts";
import { textChanges } from "./text_changes.ts";

/** A text of the post that a revision can be compared with. */
interface Side {
  /** Value of the parameter `against`. */
  name: string;
  label: string;
  /** Undefined if the content was too long to be stored. */
  text: EditorText | undefined;
}

/** Shows the fields and lines in which a revision differs from another, from the present post or from the working copy. */
export const showRevision: PageHandler = async (visit) => {
  const { api, actor, params, url } = visit;
  const { slug = "", number = "" } = params;
  const [post, revisions, copy] = await Promise.all([
    api.admin.posts.get({ actor, slug }),
    api.admin.posts.history({ actor, slug }),
    api.admin.posts.workingCopy.get({ actor, slug }),
  ]);
  const revision = revisions.find((one) => String(one.number) === number);
  if (revision === undefined) throw new ProblemError("not-found", "This revision is not stored any more");
  const fields = postFormFields(visit);
  const sides = sidesOf({ post, revisions, fields }, copy);
  const from = sides.find(({ name }) => name === number);
  const wanted = url.searchParams.get("against") ?? "present";
  const against = sides.find(({ name }) => name === wanted) ?? sides[0];
  const path = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  const body = html`<form method="get" action="${path}/revisions/${number}" class="actions">
${selectField({ name: "against", label: "Compare with", value: against?.name ?? "", choices: sides.filter(({ name }) => name !== number).map(({ name, label }) => [name, label]) })}
<button type="submit">Compare</button>
<a class="button" href="${path}/preview?revision=${number}">View<span class="hidden"> revision ${number}</span></a>
<a class="button" href="${path}#history">History</a>
</form>
${from?.text === undefined || against?.text === undefined ? html`<p>The content was too long to be stored, so it cannot be compared.</p>` : textChanges(from.text, against.text, fields)}
${
  revision.number !== post.revision &&
  from?.text !== undefined &&
  html`<form method="post" action="${path}/revisions/${number}/restore" class="actions">${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}"><button type="submit">Restore revision ${number}</button></form>`
}`;
  const lead = html`From revision ${number}, written ${relativeTime(revision.at, api.options.clock.now())}, to ${against?.label ?? ""}`;
  return showPage(visit, {
    title: `Revision ${number} of ${slug}`,
    lead,
    section: "posts",
    style: "editor.css",
    body,
  });
};

function sidesOf(texts: StoredTexts, copy: WorkingCopy | null): Side[] {
  const { post, revisions, fields } = texts;
  return [
    { name: "present", label: "the present post", text: textOfPost(post, fields) },
    ...(copy === null
      ? []
      : [{ name: "copy", label: "the unpublished changes", text: textOfCopy(copy, post, fields) }]),
    ...revisions.map(({ number }, index) => ({
      name: String(number),
      label: `revision ${number}`,
      text: textOfRevision(index, texts),
    })),
  ];
}
