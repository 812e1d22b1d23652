import { toast, message, submitButton } from "../../design/components.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { numberOf } from "../../format/format.ts";
import { tokenInput } from "../../frame/layout.ts";
import { pathTo, type Visit } from "../../visit.ts";
import type { ChangedPosts, PostsAction, UndoStep } from "./change_posts.ts";
import { postListAddress, type PostListView, queryOf } from "./post_list_query.ts";
import * as v from "valibot";
import { postStatuses } from "../../../content/mod.ts";
import { textsOf } from "../../form/read_form.ts";

const text = v.string();

const stepInput: v.GenericSchema<unknown, UndoStep> = v.strictObject({
  slug: text,
  tag: text,
  fields: v.union([
    v.strictObject({ tags: v.array(text) }),
    v.strictObject({
      status: v.picklist(postStatuses),
      publishedAt: v.exactOptional(text),
      scheduleZone: v.exactOptional(text),
    }),
  ]),
});

/** Result of a form that changed or restored several posts. */
export interface ChangeResult extends ChangedPosts {
  action: PostsAction | "undo";
}

const words: Readonly<Record<ChangeResult["action"], { done: string; already: string }>> = {
  publish: { done: "published", already: "published already" },
  archive: { done: "archived", already: "archived already" },
  "add-tag": { done: "tagged", already: "tagged so already" },
  "remove-tag": { done: "changed", already: "without this tag already" },
  delete: { done: "deleted", already: "deleted already" },
  undo: { done: "restored", already: "restored already" },
};

/** Renders the result, the posts that could not be changed, and the form that undoes the change. */
export function changeResult(visit: Visit, view: PostListView, result: ChangeResult): Html {
  const { action, changed, unchanged, failed } = result;
  const { done, already } = words[action];
  const text = html`${(changed.length > 0 || unchanged === 0) && `${countOf(changed.length)} ${done}. `}${unchanged > 0 && `${countOf(unchanged)} ${unchanged === 1 ? "was" : "were"} ${already}. `}${failed.length > 0 && `${numberOf(failed.length)} could not be ${done}:`}`;
  const undo = undoForm(visit, view, result);
  // The script puts the address of the list in the place of the form's, so that a reload does not send the form again.
  return html`<div class="result" data-address="${postListAddress(pathTo(visit, "posts"), view)}">
${failed.length === 0 ? toast({ text, action: undo }) : failures(text, result, undo)}
</div>`;
}

function failures(text: Html, { changed, failed }: ChangeResult, undo: Html | false): Html {
  return message(
    changed.length === 0 ? "problem" : "note",
    html`<p>${text}</p>
<ul>
${failed.map(({ name, reason }) => html`<li><bdi>${name}</bdi>: ${reason}.</li>\n`)}</ul>
${undo}`,
    "status",
  );
}

function undoForm(visit: Visit, view: PostListView, { undo }: ChangeResult): Html | false {
  return (
    undo.length > 0 &&
    html`<form method="post" action="${pathTo(visit, "changed-posts/undo")}">${tokenInput(visit)}
<input type="hidden" name="list" value="${queryOf(view)}">
${undo.map((step) => html`<input type="hidden" name="undo" value="${toFieldValue(step)}">\n`)}
${submitButton("Undo")}
</form>`
  );
}

function countOf(count: number): string {
  return count === 1 ? "1 post" : `${numberOf(count)} posts`;
}

/** Returns a step as the value of a form field. */
function toFieldValue(step: UndoStep): string {
  return JSON.stringify(step);
}

/** Reads the steps of a form. Null if the form does not come from a page of the dashboard. */
export function readUndoSteps(form: FormData): UndoStep[] | null {
  const steps: UndoStep[] = [];
  for (const value of textsOf(form, "undo")) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), stepInput), value);
    if (!read.success) return null;
    steps.push(read.output);
  }
  return steps;
}
