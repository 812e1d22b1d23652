import { assetPath } from "../../assets.ts";
import type { FieldErrors } from "../../design/field.ts";
import { inputField, textField } from "../../design/field.ts";
import { html, type Html } from "../../../html.ts";
import { tokenInput } from "../../layout.ts";
import { textDirection } from "../../text_direction.ts";
import { pathTo, type Visit } from "../../visit.ts";
import type { EditorText, textFields } from "./editor_text.ts";

/** Id of the form. The buttons beside the title belong to it. */
export const editorFormId = "editor";

/** The form's text, and the errors of its fields. */
export interface ShownForm {
  text: EditorText;
  /** Key for unsaved text in the browser. */
  textKey: string;
  /** True if the text is stored, in the working copy or the post. */
  isStored: boolean;
  errors: FieldErrors;
}

/** Renders the form of the editor. */
export function editorForm(visit: Visit, { text, textKey, isStored, errors }: ShownForm): Html {
  const path = pathTo(visit, `posts/${encodeURIComponent(visit.params["slug"] ?? "")}`);
  const value = (name: (typeof textFields)[number]): string => text[name];
  const hasDetailErrors = ["authors", "tags", "articleSection", "inLanguage", "image"].some(
    (name) => errors[name] !== undefined,
  );
  return html`<form method="post" action="${path}/working-copy" enctype="multipart/form-data" id="${editorFormId}" class="editor-form wide" data-editor data-preview="${path}/working-copy/preview" data-merge="${path}/edit/merge" data-editor-script="${assetPath(visit.options.basePath, "code_editor.js")}" data-user="${visit.user.id}" data-text-key="${textKey}" autocomplete="off"${!isStored && html` data-unsaved`}>
${tokenInput(visit)}
${textState(text)}
${titleInput(text, errors)}
${textField({ name: "description", label: "Description", rows: 1, value: value("description"), longest: 5000, errors })}
<div class="editor-bar" data-editor-bar></div>
<div class="editor-panes" data-editor-panes>
${contentField(text, errors)}
</div>
<details class="editor-details"${hasDetailErrors && html` open`}><summary>Authors, tags, section, language and picture</summary>
${textField({ name: "authors", label: "Authors", hint: "One per line", rows: 2, value: text.authors, errors })}
${textField({ name: "tags", label: "Tags", hint: "One per line", rows: 3, value: text.tags, errors })}
${inputField({ name: "articleSection", label: "Section", value: value("articleSection"), longest: 200, errors })}
${inputField({ name: "inLanguage", label: "Language", hint: "A BCP 47 tag such as en-US", value: value("inLanguage"), errors })}
${inputField({ name: "image", label: "Picture", hint: "Absolute URL", type: "url", value: value("image"), errors })}
</details>
<p class="actions"><button type="submit" name="action" value="check">Save and check</button></p>
</form>`;
}

/** Renders the hidden fields that say what the text started from. */
export function textState({ version, tag, format, dialect }: EditorText): Html {
  return html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="tag" value="${tag}">
<input type="hidden" name="format" value="${format}"><input type="hidden" name="dialect" value="${dialect}">`;
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
