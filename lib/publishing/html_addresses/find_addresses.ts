import { Tokenizer, TokenizerMode, type Token } from "parse5";
import { tokenizeInSteps } from "../../base/text/tokenize_in_steps.ts";
import type { Steps } from "../../base/yielding.ts";
import { type AddressSpan, srcsetAddresses } from "./srcset.ts";

/** An address in an attribute of HTML. */
export interface FoundAddress extends AddressSpan {
  /** The address, decoded. */
  address: string;
  /** Element and attribute, such as `img src`. */
  where: string;
  /** Offset of the element's start tag. */
  tagStart: number;
  /** Returns an attribute of the element, or undefined. */
  attribute: (name: string) => FoundAttribute | undefined;
}

/** The decoded value of an attribute, and the offsets of the whole attribute. */
export interface FoundAttribute extends AddressSpan {
  value: string;
}

/** The addresses to find. */
interface AddressSearch {
  /** Returns the names of the attributes of an element that have addresses. */
  attributesOf: (element: string) => readonly string[];
  accepts: (address: string, element: string) => boolean;
  /** Maximum number of addresses. */
  most: number;
}

/** Length of the parts that are read at a time, in UTF-16 code units. */
const chunkLength = 16_384;

const rawElements: ReadonlyMap<string, Tokenizer["state"]> = new Map([
  ...["style", "xmp", "iframe", "noembed", "noframes"].map((name) => [name, TokenizerMode.RAWTEXT] as const),
  ...["textarea", "title"].map((name) => [name, TokenizerMode.RCDATA] as const),
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
]);

/**
 * Finds addresses in HTML, in their order. Reads by the tokenizer of HTML, in linear time, and yields between parts of 16,384
 * characters.
 */
export function* findAddresses(html: string, search: AddressSearch): Steps<FoundAddress[]> {
  const found: FoundAddress[] = [];
  let foreign = 0;
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: (token) => {
        const { tagName, selfClosing } = token;
        if ((tagName === "svg" || tagName === "math") && !selfClosing) foreign++;
        else if (foreign === 0) tokenizer.state = rawElements.get(tagName) ?? tokenizer.state;
        tokenizer.inForeignNode = foreign > 0;
        if (found.length < search.most) found.push(...addressesIn(token, html, search));
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
  yield* tokenizeInSteps(tokenizer, html, chunkLength);
  return found;
}

function ignore(): void {
  // Only tags have addresses.
}

function addressesIn(
  { tagName, attrs, location }: Token.TagToken,
  html: string,
  { attributesOf, accepts }: AddressSearch,
): FoundAddress[] {
  const tagStart = location?.startOffset ?? 0;
  const attribute = (name: string): FoundAttribute | undefined => {
    const place = location?.attrs?.[name];
    const found = attrs.find((one) => one.name === name);
    return place && found && { value: found.value, start: place.startOffset, end: place.endOffset };
  };
  const found = attributesOf(tagName).flatMap((name) => {
    const own = attribute(name);
    if (own === undefined) return [];
    const span = valueSpan(html, { start: own.start + name.length, end: own.end });
    const place = { where: `${tagName} ${name}`, tagStart, attribute };
    const spans = name.endsWith("srcset")
      ? srcsetAddresses(html.slice(span.start, span.end)).map(({ start, end }) => {
          const at = { start: span.start + start, end: span.start + end };
          return { ...at, address: decode(html.slice(at.start, at.end)), ...place };
        })
      : [{ ...span, address: own.value.trim(), ...place }];
    return spans.filter(({ address }) => accepts(address, tagName));
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
