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
export const editorSheet: string = withoutSpaces(editorStyle + textEditorStyle);

/** The style sheet of pictures. The editor loads it after the page. */
export const pictureSheet: string = withoutSpaces(pictureStyle);

/** The style sheet of the pages. */
export const style: string = withoutSpaces(
  tokens + baseStyle + frameStyle + controlStyle + dataStyle + listStyle + paletteStyle,
);

/** Returns a style sheet as browsers load it: without the spaces between rules. */
function withoutSpaces(sheet: string): string {
  return sheet.replaceAll("; }", "}").replaceAll(" { ", "{").replaceAll("; ", ";");
}
