import { assetPath } from "../../assets/assets.ts";
import { submitButton } from "../../design/components.ts";
import { type FieldErrors, fileField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { formIdInput } from "../../form/form_id.ts";
import { tokenInput } from "../../frame/layout.ts";
import { textDirection } from "./text_direction.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { pictureMarks } from "../pictures/picture_view.ts";
import { detailsPanel, type ShownForm } from "./details_panel.ts";
import type { EditorText } from "./editor_text.ts";

/** Id of the form. The buttons beside the title belong to it. */
export const editorFormId = "editor";

/** Renders the form of the editor. */
export function editorForm(visit: Visit, shown: ShownForm): Html {
  const { text, textKey, isStored, errors, settings } = shown;
  const { post } = settings;
  const path = editorPath(visit, post);
  return html`<form method="post" action="${path}${post !== undefined && "/working-copy"}" enctype="multipart/form-data" id="${editorFormId}" class="editor-form" data-editor data-path="${path}" data-organization="${visit.organization.slug}" data-post-id="${post?.id}" data-editor-script="${assetPath(visit.options.basePath, "code_editor.js")}" data-user="${visit.user.id}" data-text-key="${textKey}"${pictureMarks(visit)} autocomplete="off"${!isStored && html` data-unsaved`}>
${tokenInput(visit)}${post === undefined && formIdInput(visit)}
<div class="editor-text">
${textState(text)}
${titleInput(text, errors, post === undefined)}
<div class="editor-bar" data-editor-bar></div>
<div class="editor-panes" data-editor-panes>
${contentField(text, errors)}
</div>
${post === undefined && uploadField(errors)}<p class="actions"><button type="submit" name="action" value="check">Save and check</button>${post !== undefined && text.format === "html" && html` <a class="button" href="${path}/edit/markdown">Edit as Markdown</a>`}</p>
</div>
${detailsPanel(visit, shown)}
</form>`;
}

/** Returns the path of the pages of a post, or of a post that does not exist yet. */
export function editorPath(visit: Visit, post: { slug: string } | undefined): string {
  return pathTo(visit, post === undefined ? "new-post" : `posts/${encodeURIComponent(post.slug)}`);
}

/** Renders the hidden fields that say what the text started from. */
export function textState({ version, tag, format, dialect }: EditorText): Html {
  return html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="tag" value="${tag}">
<input type="hidden" name="format" value="${format}"><input type="hidden" name="dialect" value="${dialect}">`;
}

/** Renders the upload of a file, which creates a post from its text. */
function uploadField(errors: FieldErrors): Html {
  const hint =
    ".md or .html. Its front matter sets the title and the details. Fields that are filled in here override it.";
  return html`<details data-editor-upload><summary>Upload a file instead</summary>
${fileField({ name: "file", label: "File", hint, accept: ".md,.markdown,.html,.htm", errors })}
<p class="actions">${submitButton("Upload", { attributes: html` name="action" value="upload" formnovalidate` })}</p></details>
`;
}

function titleInput({ name, inLanguage }: EditorText, errors: FieldErrors, isNew: boolean): Html {
  const error = errors["name"];
  return html`<div class="field field-name">
<label for="name">Title</label>
<input type="text" id="name" name="name" value="${name}" maxlength="500" required${isNew && html` autofocus`} autocomplete="off" class="editor-title"${languageOf(inLanguage)}${error !== undefined && html` aria-invalid="true" aria-describedby="name-error"`}>
${error !== undefined && html`<p class="error" id="name-error">Title ${error}</p>`}
</div>`;
}

function contentField({ content, format, dialect, inLanguage }: EditorText, errors: FieldErrors): Html {
  const error = errors["content"];
  const isForeign = format === "markdown" && dialect === "";
  return html`<div class="field field-content">
<label for="content">${format === "markdown" ? "Content in Markdown" : "Content in HTML"}</label>
${isForeign && html`<p class="hint" id="content-hint">The HTML of this post was made elsewhere. Publishing renders this Markdown instead.</p>`}
<textarea id="content" name="content" rows="24" spellcheck="true" autocomplete="on" data-code-editor="${format}"${languageOf(inLanguage)}${error !== undefined && html` aria-invalid="true" aria-describedby="content-error"`}>\n${content}</textarea>
${error !== undefined && html`<p class="error" id="content-error">Content ${error}</p>`}
</div>`;
}

function languageOf(language: string): Html {
  if (language === "") return html` dir="auto"`;
  // An empty field takes its direction from the language, since `auto` has no text to look at.
  return html` lang="${language}" dir="auto" data-direction="${textDirection(language)}"`;
}
