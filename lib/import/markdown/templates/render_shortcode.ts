import { escapeXml } from "../../../base/text/escape_xml.ts";
import { quoteName } from "../markdown_notes.ts";
import type { Shortcode } from "./parse_shortcode.ts";
import { linkTo, type TemplateOptions } from "./template_options.ts";

type Render = (shortcode: Shortcode, options: TemplateOptions) => string | undefined;

const embedded = (address: (id: string) => string): Render => {
  return ({ positional, named }) => {
    const id = named.get("id") ?? positional[0];
    if (id === undefined || !/^[\w-]{1,100}$/.test(id)) return undefined;
    return `<iframe src="${address(id)}" allowfullscreen></iframe>`;
  };
};

const link = (address: (parts: readonly string[]) => string): Render => {
  return ({ positional, named }) => {
    const parts = [...positional, ...["user", "id"].flatMap((name) => named.get(name) ?? [])];
    if (parts.length === 0 || !parts.every((part) => /^[\w.-]{1,100}$/.test(part))) return undefined;
    const url = address(parts);
    return `<a href="${url}">${url}</a>`;
  };
};

const reference: Render = ({ positional, named }, options) => {
  const target = positional[0] ?? named.get("path");
  if (target === undefined) return undefined;
  const { url, isResolved } = linkTo(target, options);
  if (!isResolved) {
    options.notes.add("shortcode", `the target of ${quoteName("ref")} was guessed from its path`, false);
  }
  return url;
};

const details: Render = ({ isClosing, named, positional }) => {
  if (isClosing) return "\n\n</details>\n\n";
  const summary = named.get("summary") ?? positional[0] ?? "Details";
  const open = named.get("open") === "true" ? " open" : "";
  return `\n\n<details${open}><summary>${escapeXml(summary, "element")}</summary>\n\n`;
};

const renders = new Map<string, Render>([
  ["details", details],
  ["figure", figure],
  ["gist", link(([user, id]) => `https://gist.github.com/${user}/${id ?? ""}`)],
  ["instagram", link(([id]) => `https://www.instagram.com/p/${id}/`)],
  ["ref", reference],
  ["relref", reference],
  ["tweet", link((parts) => tweetUrl(parts))],
  ["twitter", link((parts) => tweetUrl(parts))],
  ["vimeo", embedded((id) => `https://player.vimeo.com/video/${id}`)],
  ["x", link((parts) => tweetUrl(parts))],
  ["youtube", embedded((id) => `https://www.youtube-nocookie.com/embed/${id}`)],
]);

/** Renders a shortcode that Hugo has itself. Returns undefined if its meaning is unknown. */
export function renderShortcode(shortcode: Shortcode, options: TemplateOptions): string | undefined {
  if (shortcode.isClosing && shortcode.name !== "details") return undefined;
  return renders.get(shortcode.name)?.(shortcode, options);
}

function tweetUrl(parts: readonly string[]): string {
  const [user, id] = parts.length > 1 ? parts : ["i/web", parts[0]];
  return `https://x.com/${user}/status/${id}`;
}

function figure({ named, positional }: Shortcode): string | undefined {
  const source = named.get("src") ?? positional[0];
  if (source === undefined) return undefined;
  const alt = named.get("alt") ?? named.get("caption") ?? "";
  const sizes = ["width", "height"].map((name) => attribute(name, named.get(name))).join("");
  const image = `<img src="${escapeXml(source, "attribute")}"${attribute("alt", alt)}${sizes}>`;
  const linked = named.has("link") ? `<a${attribute("href", named.get("link"))}>${image}</a>` : image;
  const texts = ["title", "caption", "attr"].flatMap((name) => named.get(name) ?? []);
  const caption = texts.map((text) => `<p>${escapeXml(text, "element")}</p>`).join("");
  return `<figure>${linked}${caption === "" ? "" : `<figcaption>${caption}</figcaption>`}</figure>`;
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? "" : ` ${name}="${escapeXml(value, "attribute")}"`;
}
