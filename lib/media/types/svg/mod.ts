/** SVG pictures, rewritten from an allow-list. */
export { examineSvg, isSvg } from "./examine_svg.ts";
