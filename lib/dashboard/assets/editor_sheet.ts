import { editorStyle } from "../design/styles/editor_style.ts";
import { textEditorStyle } from "../design/styles/text_editor_style.ts";

/** The style sheet of the pages that edit, merge and compare the text of a post, in addition to that of all pages. */
export const editorSheet: string = editorStyle + textEditorStyle;
