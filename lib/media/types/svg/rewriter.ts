import type { SaxesTagNS } from "saxes";
import { escapeXml } from "../../../base/text/escape_xml.ts";
import {
  allowedAttributes,
  allowedElements,
  allowedProperties,
  idsIn,
  isAllowedValue,
} from "./allowed_parts.ts";
import { RepeatedParts } from "./repeated_parts.ts";
import { rewriteDeclarations, rewriteStyleSheet } from "./style.ts";

export const svgNamespace = "http://www.w3.org/2000/svg";
const xlinkNamespace = "http://www.w3.org/1999/xlink";
const xmlNamespace = "http://www.w3.org/XML/1998/namespace";

const idReference = /^#[\w.:-]{1,200}$/;
const idValue = /^[\w.:-]{1,200}$/;
const embeddedPicture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/;

/** Writes an SVG picture anew, with the allowed elements and attributes only. */
export class SvgRewriter {
  readonly parts: RepeatedParts = new RepeatedParts();
  /** Names of the removed elements and attributes that could run code, load files or link. */
  readonly removed: Set<string> = new Set();
  /** Attributes of the first element. */
  root: Readonly<Record<string, string>> | undefined;
  readonly #written: string[] = [];
  /** Names of the open elements in the result. */
  readonly #open: string[] = [];
  /** Nesting within a removed element. */
  #removedDepth = 0;
  /** Text of the open style sheet. */
  #style: string | undefined;

  open(tag: SaxesTagNS): void {
    // The text of a link is kept, and the link is not.
    const name = tag.local === "a" ? "g" : tag.local;
    const isAllowed = tag.uri === svgNamespace && allowedElements.has(name);
    if (this.#removedDepth > 0 || !isAllowed || this.#style !== undefined) {
      this.#removedDepth++;
      if (tag.uri === svgNamespace && tag.local !== "metadata") this.removed.add(tag.local);
      return;
    }
    if (tag.local === "a") this.removed.add("a");
    this.#open.push(name);
    const attributes = this.#attributesOf(tag);
    this.root ??= attributes;
    const uses = Object.entries(attributes).flatMap(([attribute, value]) =>
      attribute === "href" ? value.slice(1) : idsIn(value),
    );
    this.parts.openElement({ name, uses, id: attributes["id"], classes: attributes["class"] });
    if (name === "style") this.#style = "";
    else this.#written.push(startTag(name, attributes, this.#open.length === 1));
  }

  close(): void {
    if (this.#removedDepth > 0) {
      this.#removedDepth--;
      return;
    }
    const name = this.#open.pop();
    if (name === undefined) return;
    this.parts.closeElement();
    if (name === "style") this.#writeStyle();
    else this.#written.push(`</${name}>`);
  }

  text(text: string): void {
    if (this.#removedDepth > 0) return;
    if (this.#style !== undefined) this.#style += text;
    else if (this.#open.length > 0) this.#written.push(escapeXml(text, "element"));
  }

  get written(): string {
    return this.#written.join("");
  }

  #writeStyle(): void {
    const rewritten = rewriteStyleSheet(this.#style ?? "");
    this.#style = undefined;
    if (rewritten === undefined) this.removed.add("style");
    else if (rewritten.length > 0) {
      for (const { selector, declarations } of rewritten) this.parts.addRule(selector, idsIn(declarations));
      const text = rewritten.map(({ selector, declarations }) => `${selector}{${declarations}}`).join("");
      this.#written.push(`<style>${escapeXml(text, "element")}</style>`);
    }
  }

  #attributesOf(tag: SaxesTagNS): Record<string, string> {
    const attributes: Record<string, string> = {};
    for (const { local, uri, value } of Object.values(tag.attributes)) {
      const isOwn = uri === "";
      const name = uri === xmlNamespace ? `xml:${local}` : local;
      const kept = keptValue(name, isOwn || uri === xlinkNamespace ? value : undefined, tag.local);
      if (uri === xmlNamespace && (name === "xml:space" || name === "xml:lang")) attributes[name] = value;
      else if (kept !== undefined && (isOwn || name === "href")) attributes[name] ??= kept;
      else if (isOwn && !name.startsWith("data-")) this.removed.add(name);
    }
    return attributes;
  }
}

/** Returns the value of an attribute as it is written, and undefined if it is removed. */
function keptValue(name: string, value: string | undefined, element: string): string | undefined {
  if (value === undefined) return undefined;
  if (name === "href") {
    if (idReference.test(value)) return element === "a" ? undefined : value;
    return element === "image" && embeddedPicture.test(value) ? value : undefined;
  }
  if (name === "style") return rewriteDeclarations(value);
  if (name === "id") return idValue.test(value) ? value : undefined;
  if (!allowedAttributes.has(name) && !allowedProperties.has(name)) return undefined;
  return name.startsWith("aria-") || isAllowedValue(value) ? value : undefined;
}

function startTag(name: string, attributes: Readonly<Record<string, string>>, isRoot: boolean): string {
  const namespace = isRoot ? ` xmlns="${svgNamespace}"` : "";
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escapeXml(value, "attribute")}"`,
  );
  return `<${name}${namespace}${written.join("")}>`;
}
