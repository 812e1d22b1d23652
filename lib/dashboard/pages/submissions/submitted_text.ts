import type { ShownText } from "../../../api/mod.ts";
import type { PostRevision, Submission } from "../../../content/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import type { Visit } from "../../visit.ts";
import { textOfRevision } from "../editor/conflict.ts";
import { type EditorText, textOfPost, textOfShown } from "../editor/editor_text.ts";
import { textChanges } from "../editor/text_changes.ts";
import { postFormFields } from "../post_form/post_form_fields.ts";

/** A text with the revisions of its post, newest first. */
interface TextWithHistory {
  submission: Submission | null;
  shown: ShownText;
  revisions: readonly PostRevision[];
}

/** Renders the changes of a text after it was submitted. The submitted text of a post that is no draft is not stored any more. */
export function changesSince(
  visit: Visit,
  { submission, shown, revisions }: TextWithHistory & { submission: Submission },
): Html {
  const { post } = shown;
  const fields = postFormFields(visit);
  const index = revisions.findIndex(({ number }) => number === submission.revision);
  const isStored = post.status === "draft" && shown.savedAs !== "working-copy";
  const before = isStored ? textOfRevision(index, { post, revisions, fields }) : undefined;
  return html`<h2>Changes after submitting</h2>
${
  before === undefined
    ? html`<p>The submitted text is not stored any more. Look at all changes below.</p>`
    : textChanges(before, textOfShown(shown, fields), fields)
}`;
}

/** Renders the changes that a publication of the present text makes. Nothing for a draft that only its writer has written. */
export function submittedChanges(visit: Visit, text: TextWithHistory): Html | false {
  const fields = postFormFields(visit);
  const before = textBefore(visit, text);
  return (
    before !== undefined &&
    html`<h2>${text.shown.savedAs === "working-copy" ? "Changes of the post" : "Changes since the text of another writer"}</h2>
${textChanges(before, textOfShown(text.shown, fields), fields)}`
  );
}

/**
 * Returns the text before the submitted text. For a working copy it is that of the post. For a draft it is the last text that was public or by
 * another user.
 */
function textBefore(
  visit: Visit,
  { submission, shown: { post, savedAs }, revisions }: TextWithHistory,
): EditorText | undefined {
  const fields = postFormFields(visit);
  if (savedAs === "working-copy") return textOfPost(post, fields);
  const writer = submission?.by ?? visit.user.id;
  const isEarlier = (one: PostRevision): boolean => one.by !== writer || one.post.status !== "draft";
  const index = revisions.findIndex(isEarlier);
  return index === -1 ? undefined : textOfRevision(index, { post, revisions, fields });
}
