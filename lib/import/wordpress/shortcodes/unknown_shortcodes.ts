import { Counts } from "../../values/counts.ts";
import type { Steps } from "../../../base/yielding.ts";

/** Shortcodes that WordPress has without plugins. */
const ownShortcodes: ReadonlySet<string> = new Set([
  "audio",
  "caption",
  "embed",
  "gallery",
  "playlist",
  "video",
  "wp_caption",
]);

const opening = /\[([a-z][\w-]{0,60})((?: [^[\]\n]{0,500})?)\]/g;
const closing = /\[\/([a-z][\w-]{0,60})\]/g;

/** Counts the shortcodes in a text, such as `[gallery ids="1,2"]` and `[note]…[/note]`. A word in brackets is text. */
export function* shortcodesIn(content: string): Steps<Counts> {
  const counts = new Counts();
  const closed = new Set<string>();
  for (const [, name = ""] of content.matchAll(closing)) {
    yield;
    closed.add(name);
  }
  for (const [, name = "", rest = ""] of content.matchAll(opening)) {
    yield;
    const hasAttributes = /\w=/.test(rest) || rest.trim() === "/";
    if (ownShortcodes.has(name) || hasAttributes || closed.has(name)) counts.add(`[${name}]`);
  }
  return counts;
}
