import type { PreparedResponse } from "../../../http/mod.ts";
import { formLimits, linesOf, textOf } from "../../form/read_form.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { relativeTime } from "../../format/format.ts";
import { userNames } from "../user_names.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { findConflict, type Conflict } from "./conflict.ts";
import {
  type PostFormField,
  postFormFields,
  type PostFormTexts,
  sentNameOf,
} from "../post_form/post_form_fields.ts";
import { textState } from "./editor_form.ts";
import type { EditorText } from "./editor_text.ts";
import { type MergeBlock, mergeBlocks, type Side, applyChoices, type ChosenBlock } from "./merge_blocks.ts";
import { settingState } from "./post_settings.ts";
import type { FieldErrors } from "../../design/field.ts";

/** Room in the body of the form beside the texts, in bytes. */
const formRoom = 65_536;

/** Names of the hidden fields with the other side: what the save replaces. */
const theirVersionField = "their-version";

const theirTagField = "their-tag";

/** Shows both sides of a conflict, with a choice for each difference. Nothing is written. */
export async function mergePage(
  visit: Visit,
  yours: EditorText,
  problem: Omit<FormProblem, "fields"> = { status: 409, message: firstMessage },
): Promise<PreparedResponse> {
  const conflict = await findConflict(visit, yours);
  const path = pathTo(visit, `posts/${encodeURIComponent(visit.params["slug"] ?? "")}`);
  const fields = postFormFields(visit);
  const names = await userNames(visit, [conflict.by]);
  const other = conflict.by === undefined ? undefined : (names.get(conflict.by) ?? conflict.by);
  const writer = conflict.by === visit.user.id ? "You, in another tab or window," : other;
  const time = relativeTime(conflict.at, visit.api.options.clock.now());
  const body = html`<p>${sourceOf(conflict, writer, time)}. Choose what to keep: the result becomes your unpublished changes.</p>
<form method="post" action="${path}/edit/merge" enctype="multipart/form-data" class="wide merge">
${tokenInput(visit)}${textState(conflict.yours)}${settingState(visit.form)}
<input type="hidden" name="${theirVersionField}" value="${conflict.theirs.version}"><input type="hidden" name="${theirTagField}" value="${conflict.theirs.tag}">
${fields.map((field) => fieldChoice(conflict, field))}
<textarea name="content" hidden>\n${conflict.yours.content}</textarea>
${contentChoice(conflict, visit.api.options.limits.bodyBytes)}
<p class="actions"><button type="submit" name="action" value="merge" class="main-action">Save the result</button>
<a class="button" href="${path}/edit">Open the editor without saving</a></p>
</form>`;
  return showPage(visit, {
    style: "editor.css",
    title: "Two versions of this post",
    section: "posts",
    body,
    problem: { ...problem, fields: {} },
  });
}

const firstMessage =
  "Nothing was saved, because the text has changed since you opened it. Your text is on this page.";

function sourceOf({ change }: Conflict, writer = "Somebody", time: Html): Html {
  if (change === "draft-saved") return html`${writer} saved another text of this draft ${time}`;
  if (change === "copy-saved") return html`${writer} saved other unpublished changes ${time}`;
  if (change === "post") return html`${writer} changed the post ${time}`;
  return html`The unpublished changes were discarded. The post was last changed ${time}`;
}

function fieldChoice({ yours, theirs, base }: Conflict, { name, label: legend }: PostFormField): Html {
  const kept = html`<input type="hidden" name="${name}" value="${yours[name]}">\n`;
  if (yours[name] === theirs[name]) return kept;
  const changed = base && changedField({ yours: yours[name], theirs: theirs[name], base: base[name] });
  const option = (side: "yours" | "theirs", label: string, text: EditorText): Html =>
    html`<label><input type="radio" name="choose-${name}" value="${side}" required${changed === side && html` checked`}> ${label}</label>
<p class="version"${languageOf(text)}>${(text[name] ?? "") === "" ? html`<em lang="en">empty</em>` : text[name]}</p>
`;
  return html`${kept}<input type="hidden" name="their-${name}" value="${theirs[name]}">
<fieldset><legend>${legend}</legend>
${option("yours", "Yours", yours)}${option("theirs", "Theirs", theirs)}</fieldset>
`;
}

/** Returns the only side that differs from the base. */
function changedField({
  yours,
  theirs,
  base,
}: Record<"yours" | "theirs" | "base", string | undefined>): Side | undefined {
  if (yours === base) return "theirs";
  return theirs === base ? "yours" : undefined;
}

function contentChoice({ yours, theirs, base }: Conflict, mostBytes: number): Html {
  if (yours.format === theirs.format && yours.content === theirs.content) {
    return html`<p>The content of both versions is the same.</p>`;
  }
  const ofBase = base?.format === yours.format ? base.content : undefined;
  const blocks = yours.format === theirs.format ? mergeBlocks(yours.content, theirs.content, ofBase) : null;
  if (blocks === null || !fits({ yours, theirs }, blocks, mostBytes)) return wholeChoice(yours, theirs);
  const places = blocks.map((block) => `${block.start} ${block.yours.length} ${block.theirs.length}`);
  return html`<h2>Content</h2>
<input type="hidden" name="blocks" value="${places.join("\n")}">
${blocks.map((block, index) => blockChoice(block, { index, count: blocks.length, text: yours }))}`;
}

/** True if the server accepts a form with the texts, and with the lines of the other side. */
function fits(
  { yours, theirs }: Pick<Conflict, "yours" | "theirs">,
  blocks: readonly MergeBlock[],
  mostBytes: number,
): boolean {
  const names = Object.keys(yours);
  const sent = [
    ...Object.values(yours),
    ...Object.values({ ...theirs, content: "" }),
    ...blocks.flatMap((block) => block.theirs),
  ].join("\n");
  const bytes = new TextEncoder().encode(sent).length + formRoom;
  // A field with a difference is sent as both sides and the choice, and a block as the other side and the choice.
  return bytes <= mostBytes && 3 * names.length + 2 * blocks.length <= formLimits.fields;
}

function blockChoice(
  { yours, theirs, context, changed }: MergeBlock,
  { index, count, text }: { index: number; count: number; text: EditorText },
): Html {
  const option = (side: Side, label: string, lines?: readonly string[]): Html =>
    html`<label><input type="radio" name="block-${index}" value="${side}" required${changed === side && html` checked`}> ${label}</label>
${lines !== undefined && shownLines(lines, text)}`;
  return html`<fieldset><legend>Difference ${index + 1} of ${count}</legend>
${context.length > 0 && html`<pre class="context"${languageOf(text)}>${context.join("\n")}</pre>`}
<input type="hidden" name="theirs-${index}" value="${theirs.join("\n")}">
${option("yours", "Yours", yours)}${option("theirs", "Theirs", theirs)}${yours.length > 0 && theirs.length > 0 && option("both", "Both, yours first")}
</fieldset>
`;
}

function shownLines(lines: readonly string[], text: EditorText): Html {
  if (lines.length === 0)
    return html`<p class="version"><em>nothing: the lines were removed, or do not exist there</em></p>`;
  return html`<pre class="version" tabindex="0"${languageOf(text)}>${lines.join("\n")}</pre>`;
}

/** Renders the choice between whole texts, for texts of different formats, and for texts with too many differences. */
function wholeChoice(yours: EditorText, theirs: EditorText): Html {
  return html`<fieldset><legend>Content</legend>
<p class="hint">The two texts differ too much to choose line by line.</p>
${wholeSide("yours", yours)}${wholeSide("theirs", theirs)}</fieldset>`;
}

function wholeSide(side: "yours" | "theirs", text: EditorText): Html {
  const label = side === "yours" ? "Yours" : "Theirs";
  return html`<label><input type="radio" name="choose-content" value="${side}" required> ${label}, ${text.format === "markdown" ? "Markdown" : "HTML"}</label>
<details><summary>Show</summary><pre class="version" tabindex="0"${languageOf(text)}>${text.content}</pre></details>
`;
}

function languageOf({ inLanguage }: EditorText): Html {
  return inLanguage === "" ? html` dir="auto"` : html` lang="${inLanguage}" dir="auto"`;
}

/** The sent form of a merge. */
interface SentMerge {
  /** The text with all choices, and with the version and tag that it replaces. Undefined if a choice is missing or wrong. */
  merged?: EditorText;
  /** True if the whole content of the other side was chosen, which the form does not contain. */
  takesTheirContent: boolean;
  errors: FieldErrors;
}

/**
 * Reads the form of the merge page. It contains all that the choices need, so they hold even if the other side has changed since.
 *
 * @param yours the text of the form
 */
export function readMerge(form: FormData, fields: readonly PostFormField[], yours: EditorText): SentMerge {
  const chosen = fields.map((field) => [field.name, chosenField(form, field, yours)] as const);
  const whole = textOf(form, "choose-content");
  const blocks = whole === "" ? readBlocks(form) : [];
  const content = blocks === null ? null : applyChoices(yours.content, blocks);
  const isComplete = content !== null && chosen.every(([, text]) => text !== undefined);
  const takesTheirContent = whole === "theirs";
  if (!isComplete) {
    return { takesTheirContent, errors: { choices: "must name a side for each difference" } };
  }
  const merged: EditorText = {
    ...yours,
    ...(Object.fromEntries(chosen) as PostFormTexts),
    content,
    version: textOf(form, theirVersionField),
    tag: textOf(form, theirTagField),
  };
  return { merged, takesTheirContent, errors: {} };
}

/** Returns the chosen text of a field. A field without a difference has no choice. */
function chosenField(form: FormData, field: PostFormField, yours: EditorText): string | undefined {
  const name = sentNameOf(form, field) ?? field.name;
  const text = yours[field.name] ?? "";
  if (!form.has(`their-${name}`)) return text;
  const side = textOf(form, `choose-${name}`);
  if (side === "yours") return text;
  return side === "theirs" ? textOf(form, `their-${name}`) : undefined;
}

function readBlocks(form: FormData): ChosenBlock[] | null {
  const blocks: ChosenBlock[] = [];
  for (const [index, place] of linesOf(textOf(form, "blocks")).entries()) {
    const [, start = "", count = "", theirCount = ""] = /^(\d{1,9}) (\d{1,9}) (\d{1,9})$/.exec(place) ?? [];
    const side = textOf(form, `block-${index}`);
    if (start === "" || !isSide(side)) return null;
    const theirs = Number(theirCount) === 0 ? [] : rawText(form, `theirs-${index}`).split("\n");
    blocks.push({ start: Number(start), count: Number(count), theirs, side });
  }
  return blocks;
}

function isSide(text: string): text is Side {
  return text === "yours" || text === "theirs" || text === "both";
}

function rawText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
}
