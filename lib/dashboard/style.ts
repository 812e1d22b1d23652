import { baseStyle } from "./design/base_style.ts";
import { controlStyle } from "./design/control_style.ts";
import { dataStyle } from "./design/data_style.ts";
import { frameStyle } from "./design/frame_style.ts";
import { listStyle } from "./design/list_style.ts";
import { paletteStyle } from "./design/palette_style.ts";
import { tokens } from "./design/tokens.ts";

const sheet = tokens + baseStyle + frameStyle + controlStyle + dataStyle + listStyle + paletteStyle;

/** The style sheet of the pages, as browsers load it: without the spaces between rules. */
export const style: string = sheet.replaceAll("; }", "}").replaceAll(" { ", "{").replaceAll("; ", ";");
