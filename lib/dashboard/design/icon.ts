import { Html } from "../../base/text/html.ts";
import { iconShapes } from "./icon_shapes.ts";

export type IconName = keyof typeof iconShapes;

/** Renders an icon inline. A word beside it gives its meaning, so readers of the page's text skip the icon. */
export function icon(name: IconName): Html {
  return new Html(
    `<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true">${iconShapes[name]}</svg>`,
  );
}
