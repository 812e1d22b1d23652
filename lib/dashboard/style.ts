import { baseStyle } from "./design/base_style.ts";
import { controlStyle } from "./design/control_style.ts";
import { dataStyle } from "./design/data_style.ts";
import { frameStyle } from "./design/frame_style.ts";
import { listStyle } from "./design/list_style.ts";
import { paletteStyle } from "./design/palette_style.ts";
import { tokens } from "./design/tokens.ts";

/** The style sheet of the pages, as browsers load it. */
export const style: string =
  tokens + baseStyle + frameStyle + controlStyle + dataStyle + listStyle + paletteStyle;
