import { html, type Html } from "../../../base/text/html.ts";
import { cutText } from "../../../base/text/well_formed.ts";
import { LONGEST_SKIPPED, questionKey } from "../../../faq/reading.ts";
import { textOf } from "../../form/read_form.ts";
import type { PostFormField } from "../post_form/post_form_fields.ts";
import { editorFormId } from "./editor_form.ts";
import type { EditorText } from "./editor_text.ts";

/** Item of a post's `faqSkip` that leaves out all questions. */
export const allQuestions = "*";

/** Names of the buttons in the rail. The value of each is a question, or {@link allQuestions}. */
type Choice = "leaveOut" | "putBack";

/** Renders a button that sends the editor's form with a choice about a question. */
export function choiceButton(choice: Choice, question: string, label: string): Html {
  const about = question === allQuestions ? undefined : question;
  return html`<button type="submit" form="${editorFormId}" name="${choice}" value="${itemOf(question)}">${label}${about !== undefined && html`<span class="hidden">: <bdi>${about}</bdi></span>`}</button>`;
}

/** True if a post leaves out exactly this question, so that a button can put it back. */
export function isNamed(faqSkip: readonly string[], question: string): boolean {
  const key = questionKey(itemOf(question));
  return faqSkip.some((item) => questionKey(item) === key);
}

/** Returns the text of a form after the choice whose button sent it, if any. */
export function withChoice(text: EditorText, form: FormData, fields: readonly PostFormField[]): EditorText {
  const field = fields.find(({ name }) => name === "faqSkip");
  const [leftOut, back] = [textOf(form, "leaveOut"), textOf(form, "putBack")];
  if (field === undefined || leftOut + back === "") return text;
  const items = (field.toValue(text.faqSkip) ?? []) as readonly string[];
  const others = items.filter((item) => questionKey(item) !== questionKey(leftOut || back));
  return { ...text, faqSkip: field.toText(leftOut === "" ? others : [...others, leftOut]) };
}

/** True if a button of the rail sent the form. */
export function hasChoice(form: FormData): boolean {
  return form.has("leaveOut") || form.has("putBack");
}

/** Returns the item that leaves out a question: its text, or the beginning of a text that is too long. */
function itemOf(question: string): string {
  const line = question.replaceAll("\n", " ");
  return line.length <= LONGEST_SKIPPED ? line : `${cutText(line, LONGEST_SKIPPED - 1)}*`;
}
