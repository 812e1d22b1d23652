import { decodePercent } from "../../../base/text/decode_percent.ts";
import type { Steps } from "../../../base/yielding.ts";
import { restrictsByName } from "../../../content/mod.ts";
import { escapeHtml, startTag } from "../../markup/escape_html.ts";
import type { Audience } from "../../values/audience.ts";
import type { Counts } from "../../values/counts.ts";
import type { Attachments } from "../attachment.ts";
import { TextFinder } from "../markup/text_finder.ts";
import { headingOf, isText, partsOf } from "../text_parts.ts";
import { attributesIn } from "./shortcode.ts";

type Attributes = Readonly<Record<string, string>>;

/** Shortcodes of Divi, WPBakery and other page builders, by the beginning of their names. */
const builderTag =
  /\[(\/?)((?:av|bt_bb|cs|et_pb|fusion|kc|mk|nectar|qode|tatsu|themify|ux|vc|vcex)_[a-z][\w-]{0,60})(?=[\s\]/])/g;
/** Shortcodes that only arrange others, or that show nothing. */
const layout =
  /(?:^|_)(?:section|row|column|col|inner|container|builder|text|textblock|wrapper|group|layout|structure|space|spacer|empty|separator|divider|hr|code|html|js|accordion|toggles?|tabs?|tta|tour|slider|carousel|content)(?:_|$|\d)/;
const conditionName = /visibility|conditions?$|render_logics|restrict|logged|role/;
const maxAttributesLength = 20_000;
const rawName = /_(?:raw_html|raw_js|code)$/;
const base64 = /^[\w+/%\s]{8,}={0,2}$/;

interface Tag {
  name: string;
  /** Text of the attributes. */
  source: string;
  isClosing: boolean;
  start: number;
  end: number;
}

/** Options of {@link renderBuilders}. */
interface BuilderOptions {
  attachments: Attachments;
  audience: Audience;
  /** Counts shortcodes of which nothing is kept. */
  lost: Counts;
}

/**
 * Replaces the shortcodes of page builders by the texts, images and links in their attributes. Their content stays. Parts that the builder hides
 * or shows only to some readers are left out.
 */
export function* renderBuilders(content: string, options: BuilderOptions): Steps<string> {
  const { audience, lost } = options;
  const tags = yield* tagsIn(content);
  const lastClosing = new Map<string, number>();
  for (const [at, { name, isClosing }] of tags.entries()) if (isClosing) lastClosing.set(name, at);
  const parts: string[] = [];
  let written = 0;
  /** The shortcode that is left out, and the number of shortcodes of its name that are open. */
  let hidden: { name: string; open: number } | undefined;
  for (const [at, { name, isClosing, source, start, end }] of tags.entries()) {
    yield;
    if (hidden !== undefined) {
      if (name === hidden.name) hidden.open += isClosing ? -1 : 1;
      if (hidden.open === 0) hidden = undefined;
      written = end;
      continue;
    }
    parts.push(content.slice(written, start), "\n\n");
    written = end;
    if (isClosing) continue;
    const attributes = decoded(attributesIn(source));
    const isClosed = (lastClosing.get(name) ?? -1) > at;
    if (isHidden(attributes)) {
      audience.leaveOut(`the shortcode [${name}]`);
      if (isClosed) hidden = { name, open: 1 };
      continue;
    }
    const html = render(name, attributes, options.attachments);
    parts.push(html);
    const next = tags[at + 1];
    if (rawName.test(name) && next?.name === name && next.isClosing) {
      parts.push(rawContent(content.slice(end, next.start), name));
      written = next.start;
    } else if (html === "" && !isClosed && !layout.test(name)) lost.add(`[${name}]`);
  }
  if (hidden === undefined) parts.push(content.slice(written));
  return parts.join("");
}

/** Finds the tags of page builders. Those of membership plugins are left to other rules. */
function* tagsIn(content: string): Steps<Tag[]> {
  const ends = new TextFinder(content);
  const tags: Tag[] = [];
  for (const { 0: opening, 1: slash, 2: name = "", index } of content.matchAll(builderTag)) {
    yield;
    const last = ends.indexOf("]", index);
    if (last === undefined || last - index > maxAttributesLength) continue;
    const isEscaped = content[index - 1] === "[" && content[last + 1] === "]";
    if (isEscaped || restrictsByName(name)) continue;
    const source = content.slice(index + opening.length, last).replace(/\/$/, "");
    tags.push({ name, source, isClosing: slash === "/", start: index, end: last + 1 });
  }
  return tags;
}

function isHidden(attributes: Attributes): boolean {
  const { disabled, disabled_on, disable_element, status = "published" } = attributes;
  if (disabled === "on" || disable_element === "yes" || status !== "published") return true;
  if (disabled_on?.startsWith("on|on|on") === true) return true;
  return Object.entries(attributes).some(
    ([name, value]) =>
      conditionName.test(name) &&
      !/^(?:|none|no|off|all|always|W10=|small-visibility,medium-visibility,large-visibility)$/.test(value),
  );
}

/** Decodes the forms in which Divi and WPBakery write quotes and brackets. */
function decoded(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes).map(([name, value]) => {
    const text = value
      .replaceAll("%22", '"')
      .replaceAll("%91", "[")
      .replaceAll("%93", "]")
      .replaceAll("``", '"')
      .replaceAll("`{`", "[")
      .replaceAll("`}`", "]");
    // Divi fills in these values from other data.
    return [name, text.startsWith("@ET-DC@") ? "" : text] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the texts, images and links of a shortcode's attributes. */
function render(name: string, attributes: Attributes, attachments: Attachments): string {
  const { src, image, image_url, images, url, href, button_url, link, alt = "" } = attributes;
  const address = button_url ?? href ?? url ?? addressIn(link);
  const { button_text, title, text } = attributes;
  const label = [button_text, title, text].find(isText);
  if (/(?:button|btn)/.test(name))
    return label === undefined ? "" : `<p>${startTag("a", { href: address })}${escapeHtml(label)}</a></p>`;
  if (/video|youtube|vimeo/.test(name)) return isUrl(src ?? address) ? `\n\n${src ?? address ?? ""}\n\n` : "";
  const ids = [image, ...(images ?? "").split(",")].filter((id) => id !== undefined && /^\d+$/.test(id));
  const files = ids.flatMap((id) => attachments.byId(id ?? "")?.url ?? []);
  const sources = [...[src, image_url, image].filter(isUrl), ...files];
  const figures = sources.map((file) => `<figure>${startTag("img", { src: file, alt })}</figure>\n`).join("");
  if (/(?:image|gallery|media)/.test(name)) return figures;
  if (/heading|title/.test(name) && isText(text)) return figures + headingOf(text, "h2");
  return (
    figures +
    partsOf(Object.entries(attributes))
      .map(({ html }) => html)
      .join("")
  );
}

/** Returns the address in a link of WPBakery, such as `url:https%3A%2F%2Fa.example|title:A`. */
function addressIn(link = ""): string | undefined {
  const [, address] = /(?:^|\|)url:([^|]{1,2000})/.exec(link) ?? [];
  return address === undefined ? link || undefined : decodePercent(address);
}

function isUrl(text: string | undefined): text is string {
  return text !== undefined && /^(?:https?:)?\/\/[^\s"<>]{1,2000}$/.test(text);
}

/** Returns raw HTML, which WPBakery and Avada write in base64. Scripts are left out. */
function rawContent(content: string, name: string): string {
  if (name.endsWith("_js")) return "";
  const text = content.trim();
  if (!base64.test(text)) return content;
  try {
    return decodePercent(new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0))));
  } catch {
    return content;
  }
}
