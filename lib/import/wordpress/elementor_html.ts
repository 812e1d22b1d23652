import type { Audience } from "../values/audience.ts";
import type { Steps } from "../../base/yielding.ts";
import { Counts } from "../values/counts.ts";
import { escapeHtml, startTag } from "../markup/escape_html.ts";
import { mappingOf } from "../site_config/config_values.ts";
import { fieldsOf, headingOf, isText, lettersOf, mostParts, partsOf, titlesIn } from "./text_parts.ts";

type Settings = Readonly<Record<string, unknown>>;

/** The layout of a post in Elementor as HTML. */
interface ElementorHtml {
  html: string;
  /** Widgets that are not known, of which only texts are kept. */
  unknown: Counts;
}

const maxDepth = 50;
const mostElements = 10_000;
/** Texts that are compared, and their length. */
const mostCompared = 200;
const comparedLength = 100;

/** Widgets without content of their own. */
const emptyWidget =
  /^(?:spacer|divider|social-icons|share-buttons|google_maps|sidebar|menu-anchor|nav-menu|search-form|breadcrumbs|post.*|posts|archive.*|theme-.*|site-.*|login|wp-widget-.*|loop-.*|table-of-contents|progress-tracker|author-box|icon)$/;
/** Settings by which Elementor and its plugins show an element only to some readers. */
const conditionName = /visibility|conditions?$|restrict|display_?to|who_?can|logged|role/i;

/**
 * Reads the layout of Elementor: JSON of nested elements. Elements for some readers are left out.
 *
 * @returns undefined if the layout cannot be read
 */
function* elementorHtml(
  json: string,
  audience: { leaveOut: (part: string) => unknown },
): Steps<ElementorHtml | undefined> {
  let elements: unknown;
  try {
    elements = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!Array.isArray(elements)) return undefined;
  const unknown = new Counts();
  const parts: string[] = [];
  let left = mostElements;
  const add = function* (list: readonly unknown[], depth: number, titles: string[]): Steps<boolean> {
    for (const one of list) {
      yield;
      if (--left < 0 || depth > maxDepth) return false;
      const { elType, widgetType, settings: found, elements: inside } = mappingOf(one);
      const settings = mappingOf(found);
      const name = String(widgetType ?? elType);
      const title = titles.shift();
      if (isForSome(settings)) {
        audience.leaveOut(`the element ${name.slice(0, 100)} of Elementor`);
        continue;
      }
      if (title !== undefined) parts.push(headingOf(title));
      const isNested = Array.isArray(inside) && inside.length > 0;
      const own = elType === "widget" && !isNested ? widgetHtml(name, settings) : "";
      if (own === undefined) {
        unknown.add(name.slice(0, 100));
        parts.push(textsOf(settings));
      } else parts.push(own);
      if (isNested && !(yield* add(inside, depth + 1, childTitles(settings)))) return false;
    }
    return true;
  };
  const isWhole = yield* add(elements, 0, []);
  return isWhole ? { html: parts.filter((part) => part !== "").join("\n"), unknown } : undefined;
}

/** True if HTML has the texts of other HTML. Elementor keeps a copy of its layout in the content of the post, which can be stale. */
function* hasTextsOf(html: string, other: string): Steps<boolean> {
  const letters = lettersOf(html);
  const texts = other.split(/<\/?(?:p|h[1-6]|li|div|td|th|ul|ol|br)\b[^<>]{0,1000}>/i);
  const step = Math.max(1, Math.floor(texts.length / mostCompared));
  for (let at = 0; at < texts.length; at += step) {
    yield;
    if (!letters.includes(lettersOf(texts[at] ?? "").slice(0, comparedLength))) return false;
  }
  return true;
}

function isForSome(settings: Settings): boolean {
  const isHidden = ["desktop", "tablet", "mobile"].every((name) => isSet(settings[`hide_${name}`]));
  return (
    isHidden || Object.entries(settings).some(([name, value]) => conditionName.test(name) && isSet(value))
  );
}

function isSet(value: unknown): boolean {
  return (
    value !== undefined &&
    !/^(?:""|"no"|"none"|false|0|"all"|"always"|null|\[\]|\{\})$/.test(JSON.stringify(value))
  );
}

/** Returns the titles of the elements inside, in nested accordions and tabs. */
function childTitles({ items, tabs }: Settings): string[] {
  const list = [items, tabs].find(Array.isArray) ?? [];
  return titlesIn(list);
}

/** Returns the HTML of a widget, or undefined for an unknown one. */
function widgetHtml(name: string, settings: Settings): string | undefined {
  const { title, editor, html, shortcode, text, link } = settings;
  switch (name) {
    case "heading": {
      const size = String(settings["header_size"]);
      return isText(title) ? headingOf(title, /^h[1-6]$/.test(size) ? size : "h2") : "";
    }
    case "text-editor":
      return textOf(editor);
    case "html":
      return textOf(html);
    case "shortcode":
      return textOf(shortcode);
    case "button":
      return isText(text) ? `<p>${linked(escapeHtml(text), link)}</p>` : "";
    case "image":
      return imageHtml(settings["image"], { caption: settings["caption"], link });
    case "image-gallery":
    case "image-carousel": {
      const images = settings["wp_gallery"] ?? settings["carousel"];
      return Array.isArray(images)
        ? images
            .slice(0, mostParts)
            .map((one) => imageHtml(one))
            .join("\n")
        : "";
    }
    case "icon-list":
      return listHtml(settings["icon_list"]);
    case "video": {
      const urls = ["youtube_url", "vimeo_url", "dailymotion_url"].map((key) => settings[key]);
      const url = [...urls, mappingOf(settings["hosted_url"])["url"]].find(isText);
      return url === undefined ? "" : `\n\n${escapeHtml(url)}\n\n`;
    }
    case "image-box":
    case "icon-box":
    case "accordion":
    case "toggle":
    case "tabs":
    case "alert":
    case "blockquote":
    case "testimonial":
    case "call-to-action":
      return imageHtml(settings["image"]) + textsOf(settings);
    default:
      return emptyWidget.test(name) ? "" : undefined;
  }
}

/** Returns the titles and texts of a widget and of its rows. */
function textsOf(settings: Settings): string {
  const lists = Object.values(settings).filter((value) => Array.isArray(value));
  const rows = [Object.entries(settings), ...lists.flatMap((list) => list.slice(0, mostParts).map(fieldsOf))];
  const parts = rows.slice(0, mostParts).flatMap((row) => partsOf(row));
  return parts.map(({ html }) => html).join("");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function linked(html: string, link: unknown): string {
  const { url } = mappingOf(link);
  return typeof url === "string" && url !== "" ? `${startTag("a", { href: url })}${html}</a>` : html;
}

function imageHtml(image: unknown, { caption, link }: { caption?: unknown; link?: unknown } = {}): string {
  const { url, alt } = mappingOf(image);
  if (typeof url !== "string" || url === "") return "";
  const shown = linked(startTag("img", { src: url, alt: textOf(alt) }), link);
  const text = isText(caption) ? `<figcaption>${escapeHtml(caption)}</figcaption>` : "";
  return `<figure>${shown}${text}</figure>`;
}

function listHtml(list: unknown): string {
  const rows = Array.isArray(list) ? list.slice(0, mostParts).map(mappingOf) : [];
  const items = rows.map(({ text, link }) => `<li>${linked(escapeHtml(textOf(text)), link)}</li>`);
  return items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
}

/** Maximum length of a layout. A longer one would hold the event loop. */
const maxLayoutLength = 2_000_000;

/** The content of a post that readers of the old site see. */
export interface ShownContent {
  content: string;
  /** Widgets of which only texts are kept. Undefined if the content is not that of Elementor's layout. */
  unknown?: Counts;
  /** True if the layout of Elementor cannot be read. */
  isUnread?: boolean;
}

/**
 * Returns the content of a post that Elementor shows: its layout, unless the content has all its texts.
 *
 * @param layout the custom field `_elementor_data`
 * @param audience counts the elements that are left out
 */
export function* shownContent(content: string, layout: string, audience: Audience): Steps<ShownContent> {
  const restricted: string[] = [];
  const note = { leaveOut: (part: string): unknown => restricted.push(part) };
  const found = layout.length > maxLayoutLength ? undefined : yield* elementorHtml(layout, note);
  if (found === undefined) return { content, isUnread: true };
  const isCopy = restricted.length === 0 && content.trim() !== "" && (yield* hasTextsOf(content, found.html));
  if (isCopy) return { content };
  for (const part of restricted) audience.leaveOut(part);
  return { content: found.html, unknown: found.unknown };
}
