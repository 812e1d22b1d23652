import { Tokenizer, TokenizerMode, type Token } from "parse5";
import type { Steps } from "../wordpress/steps.ts";
import { isMediaAddress, mediaAttributesOf } from "./media_attributes.ts";
import { type AddressSpan, srcsetAddresses } from "./srcset.ts";

/** An address of an image or a file in HTML. */
export interface FoundMedia extends AddressSpan {
  /** The address, decoded. */
  address: string;
  /** Element and attribute, such as `img src`. */
  where: string;
}

/** Length of the parts that are read at a time, in UTF-16 code units. */
const chunkLength = 16_384;
/** Maximum number of addresses of a post. */
const maxMedia = 10_000;

const rawElements: ReadonlyMap<string, Tokenizer["state"]> = new Map([
  ...["style", "xmp", "iframe", "noembed", "noframes"].map((name) => [name, TokenizerMode.RAWTEXT] as const),
  ...["textarea", "title"].map((name) => [name, TokenizerMode.RCDATA] as const),
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
]);

/** Finds the addresses of images and files in HTML, in their order. Reads by the tokenizer of HTML, in linear time. */
export function* findMedia(html: string): Steps<FoundMedia[]> {
  const found: FoundMedia[] = [];
  let foreign = 0;
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (token) => {
        const { tagName, selfClosing } = token;
        if ((tagName === "svg" || tagName === "math") && !selfClosing) foreign++;
        else if (foreign === 0) tokenizer.state = rawElements.get(tagName) ?? tokenizer.state;
        tokenizer.inForeignNode = foreign > 0;
        if (found.length < maxMedia) found.push(...mediaIn(token, html));
      },
      onEndTag: ({ tagName }) => {
        if (foreign > 0 && (tagName === "svg" || tagName === "math")) foreign--;
        tokenizer.inForeignNode = foreign > 0;
      },
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  );
  for (let at = 0; at < html.length; at += chunkLength) {
    tokenizer.write(html.slice(at, at + chunkLength), at + chunkLength >= html.length);
    yield;
  }
  return found;
}

function ignore(): void {
  // Only tags have addresses.
}

function mediaIn({ tagName, attrs, location }: Token.TagToken, html: string): FoundMedia[] {
  const found = mediaAttributesOf(tagName).flatMap((name) => {
    const attribute = attrs.find((one) => one.name === name);
    const place = location?.attrs?.[name];
    if (attribute === undefined || place === undefined) return [];
    const span = valueSpan(html, { start: place.startOffset + name.length, end: place.endOffset });
    const where = `${tagName} ${name}`;
    const spans = name.endsWith("srcset")
      ? srcsetAddresses(html.slice(span.start, span.end)).map(({ start, end }) => {
          const at = { start: span.start + start, end: span.start + end };
          return { ...at, address: decode(html.slice(at.start, at.end)), where };
        })
      : [{ ...span, address: attribute.value.trim(), where }];
    return spans.filter(({ address }) => isMediaAddress(address, tagName));
  });
  return found.toSorted((one, other) => one.start - other.start);
}

/** Returns the offsets of an attribute's value without quotes and outer spaces, from the offset after its name. */
function valueSpan(html: string, { start, end }: AddressSpan): AddressSpan {
  const after = html.slice(start, end);
  const [before = ""] = /^[\t\n\f\r /]{0,1000}=[\t\n\f\r ]{0,1000}/.exec(after) ?? [];
  const value = after.slice(before.length);
  const isQuoted = value.startsWith('"') || value.startsWith("'");
  const inner = isQuoted ? value.slice(1, -1) : value;
  const begin = start + before.length + (isQuoted ? 1 : 0) + (inner.length - inner.trimStart().length);
  return { start: begin, end: begin + inner.trim().length };
}

/** Decodes the references that occur in addresses. */
function decode(text: string): string {
  return text.replace(/&(?:amp|#38|#038|#x26);/gi, "&");
}
