import { assetPath } from "../../assets/assets.ts";
import type { FieldErrors } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput } from "../../frame/layout.ts";
import { textDirection } from "./text_direction.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { pictureMarks, pictureNote } from "../pictures/picture_view.ts";
import type { PostFormField } from "../post_form/post_form_fields.ts";
import type { EditorText } from "./editor_text.ts";

/** Id of the form. The buttons beside the title belong to it. */
export const editorFormId = "editor";

/** The form's text, and the errors of its fields. */
export interface ShownForm {
  text: EditorText;
  fields: readonly PostFormField[];
  /** Key for unsaved text in the browser. */
  textKey: string;
  /** True if the text is stored, in the working copy or the post. */
  isStored: boolean;
  errors: FieldErrors;
  /** Notes about references, by the names of their fields. */
  notes: ReadonlyMap<string, Html>;
  /** Posts that references suggest. */
  suggestions: Html | false;
}

type Place = "title" | "above" | "details" | "custom";

/** Returns the place of a field in the editor. The title has an input of its own, and the description is above the content. */
function placeOf({ name, customName }: PostFormField): Place {
  if (customName !== undefined) return "custom";
  if (name === "name") return "title";
  return name === "description" ? "above" : "details";
}

/** Renders the form of the editor. */
export function editorForm(visit: Visit, shown: ShownForm): Html {
  const { text, fields, textKey, isStored, errors, notes, suggestions } = shown;
  const path = pathTo(visit, `posts/${encodeURIComponent(visit.params["slug"] ?? "")}`);
  const control = ({ name, render }: PostFormField): Html =>
    html`${render({ value: text[name] ?? "", errors, note: notes.get(name) ?? pictureNote(visit, name) })}\n`;
  const controlsAt = (place: Place): Html[] =>
    fields.filter((field) => placeOf(field) === place).map(control);
  const details = fields.filter((field) => placeOf(field) === "details");
  const custom = controlsAt("custom");
  return html`<form method="post" action="${path}/working-copy" enctype="multipart/form-data" id="${editorFormId}" class="editor-form wide" data-editor data-preview="${path}/working-copy/preview" data-merge="${path}/edit/merge" data-editor-script="${assetPath(visit.options.basePath, "code_editor.js")}" data-user="${visit.user.id}" data-text-key="${textKey}"${pictureMarks(visit)} autocomplete="off"${!isStored && html` data-unsaved`}>
${tokenInput(visit)}
${textState(text)}
${titleInput(text, errors)}
${controlsAt("above")}<div class="editor-bar" data-editor-bar></div>
<div class="editor-panes" data-editor-panes>
${contentField(text, errors)}
</div>
<details class="editor-details"${details.some(({ name }) => errors[name] !== undefined) && html` open`}><summary>${listOf(details)}</summary>
${controlsAt("details")}</details>
${
  custom.length > 0 &&
  html`<details class="editor-details" open><summary>Fields of ${visit.organization.name}</summary>
${custom}${suggestions}</details>
`
}<p class="actions"><button type="submit" name="action" value="check">Save and check</button></p>
</form>`;
}

/** Renders the hidden fields that say what the text started from. */
export function textState({ version, tag, format, dialect }: EditorText): Html {
  return html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="tag" value="${tag}">
<input type="hidden" name="format" value="${format}"><input type="hidden" name="dialect" value="${dialect}">`;
}

/** Returns the labels of fields as a list: "Picture, authors and tags". */
function listOf(fields: readonly PostFormField[]): string {
  const labels = fields.map(({ label }, index) => (index === 0 ? label : label.toLowerCase()));
  return [labels.slice(0, -1).join(", "), ...labels.slice(-1)].filter((part) => part !== "").join(" and ");
}

function titleInput({ name, inLanguage }: EditorText, errors: FieldErrors): Html {
  const error = errors["name"];
  return html`<div class="field field-name">
<label for="name">Title</label>
<input type="text" id="name" name="name" value="${name}" maxlength="500" required class="editor-title"${languageOf(inLanguage)}${error !== undefined && html` aria-invalid="true" aria-describedby="name-error"`}>
${error !== undefined && html`<p class="error" id="name-error">Title ${error}</p>`}
</div>`;
}

function contentField({ content, format, dialect, inLanguage }: EditorText, errors: FieldErrors): Html {
  const error = errors["content"];
  const isForeign = format === "markdown" && dialect === "";
  return html`<div class="field field-content">
<label for="content">${format === "markdown" ? "Content in Markdown" : "Content in HTML"}</label>
${isForeign && html`<p class="hint" id="content-hint">The HTML of this post was made elsewhere. Publishing renders this Markdown instead.</p>`}
<textarea id="content" name="content" rows="24" spellcheck="true" data-code-editor="${format}"${languageOf(inLanguage)}${error !== undefined && html` aria-invalid="true" aria-describedby="content-error"`}>\n${content}</textarea>
${error !== undefined && html`<p class="error" id="content-error">Content ${error}</p>`}
</div>`;
}

function languageOf(language: string): Html {
  if (language === "") return html` dir="auto"`;
  // An empty field takes its direction from the language, since `auto` has no text to look at.
  return html` lang="${language}" dir="auto" data-direction="${textDirection(language)}"`;
}
