import { baseStyle } from "../design/styles/base_style.ts";
import { controlStyle } from "../design/styles/control_style.ts";
import { dataStyle } from "../design/styles/data_style.ts";
import { frameStyle } from "../design/styles/frame_style.ts";
import { listStyle } from "../design/styles/list_style.ts";
import { paletteStyle } from "../design/styles/palette_style.ts";
import { pictureStyle } from "../design/styles/picture_style.ts";
import { tokens } from "../design/styles/tokens.ts";
import { editorStyle } from "../design/styles/editor_style.ts";
import { textEditorStyle } from "../design/styles/text_editor_style.ts";

/** The style sheet of the pages that edit, merge and compare the text of a post, in addition to that of all pages. */
export const editorSheet: string = editorStyle + textEditorStyle + pictureStyle;

/** The style sheet of the pages of pictures, in addition to that of all pages. */
export const pictureSheet: string = pictureStyle;

const sheet = tokens + baseStyle + frameStyle + controlStyle + dataStyle + listStyle + paletteStyle;

/** The style sheet of the pages, as browsers load it: without the spaces between rules. */
export const style: string = sheet.replaceAll("; }", "}").replaceAll(" { ", "{").replaceAll("; ", ";");
