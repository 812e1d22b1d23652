import { BLOCK_ELEMENTS, HEADINGS, TEXTLESS_ELEMENTS } from "../tree/elements.ts";

/** The parser's actions for start tags in the mode "in body" (WHATWG HTML, 13.2.6.4.7). */
export const Start = {
  ordinary: 0,
  formatting: 1,
  link: 2,
  heading: 3,
  block: 4,
  listItem: 5,
  description: 6,
  empty: 7,
  rule: 8,
  rawText: 9,
  script: 10,
  escapableText: 11,
  table: 12,
  tablePart: 13,
  form: 14,
  button: 15,
  marker: 16,
  select: 17,
  option: 18,
  rubyBase: 19,
  rubyText: 20,
  foreign: 21,
  ignored: 22,
  unsure: 23,
} as const;

/** The parser's actions for end tags in the mode "in body". */
export const End = {
  ordinary: 0,
  formatting: 1,
  block: 2,
  paragraph: 3,
  listItem: 4,
  heading: 5,
  /** The last action that only closes the element if it is the current node. */
  simple: 5,
  lineBreak: 6,
  ignored: 7,
  form: 8,
  marker: 9,
  tablePart: 10,
  unsure: 11,
  select: 12,
} as const;

/** Properties of elements, as bits. */
export const Trait = {
  /** In the category "special" (13.2.4.2). */
  special: 1,
  /** Ends the search for a list item: special, except `address`, `div` and `p`. */
  listItemEdge: 2,
  /** Bounds every scope (13.2.4.2). */
  scopeEdge: 4,
  /** Also bounds the list item scope. */
  listEdge: 8,
  /** Also bounds the button scope. */
  buttonEdge: 16,
  /** Has an implied end tag (13.2.6.3). */
  impliedEnd: 32,
  /** Belongs to the list of active formatting elements. */
  formatting: 64,
  /** Inserts a marker into the list of active formatting elements. */
  marker: 128,
  /** Has a line break before and after it, by rule 2. */
  block: 256,
  /** h1 to h6. */
  heading: 512,
  /** Its text is ignored, by rule 2. */
  textless: 1024,
} as const;

/** Number of element kinds. Kind 0 stands for all unknown names. */
export const KINDS = 128;
export const TRAITS: Int32Array = new Int32Array(KINDS);
export const STARTS: Uint8Array = new Uint8Array(KINDS);
export const ENDS: Uint8Array = new Uint8Array(KINDS);

const kinds = new Map<string, number>();

/** Returns the kind of a name. Registers unknown names. */
function define(name: string): number {
  let kind = kinds.get(name);
  if (kind === undefined) {
    kind = kinds.size + 1;
    kinds.set(name, kind);
  }
  return kind;
}

function start(value: number, names: string): void {
  for (const name of names.split(" ")) STARTS[define(name)] = value;
}

function end(value: number, names: string): void {
  for (const name of names.split(" ")) ENDS[define(name)] = value;
}

function trait(bits: number, names: string): void {
  for (const name of names.split(" ")) {
    const kind = define(name);
    TRAITS[kind] = (TRAITS[kind] ?? 0) | bits;
  }
}

const FORMATTING = "b big code em font i s small strike strong tt u";
const CLOSING_P =
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup " +
  "main menu nav ol search section summary ul";
const TABLE_PARTS = "caption col colgroup tbody td tfoot th thead tr";

start(Start.formatting, FORMATTING);
start(Start.link, "a");
start(Start.heading, [...HEADINGS].join(" "));
start(Start.block, `${CLOSING_P} p pre listing`);
start(Start.listItem, "li");
start(Start.description, "dd dt");
start(
  Start.empty,
  "area base basefont bgsound br embed image img input keygen link meta param source track wbr",
);
start(Start.rule, "hr");
start(Start.rawText, "iframe noembed noframes style xmp");
start(Start.script, "script");
start(Start.escapableText, "textarea title");
start(Start.table, "table");
start(Start.tablePart, TABLE_PARTS);
start(Start.form, "form");
start(Start.button, "button");
start(Start.marker, "applet marquee object");
start(Start.select, "select");
start(Start.option, "option optgroup");
start(Start.rubyBase, "rb rtc");
start(Start.rubyText, "rp rt");
start(Start.foreign, "math svg");
start(Start.ignored, "body frame frameset head html");
start(Start.unsure, "nobr plaintext template");
start(
  Start.ordinary,
  "abbr audio canvas cite datalist del dfn ins kbd label mark meter noscript picture progress q ruby samp span sub sup " +
    "time var video",
);

end(End.formatting, `a ${FORMATTING}`);
end(End.block, `${CLOSING_P} button listing pre`);
end(End.paragraph, "p");
end(End.listItem, "li");
end(End.block, "dd dt");
end(End.heading, [...HEADINGS].join(" "));
end(End.lineBreak, "br");
end(End.ignored, "body html");
end(End.form, "form");
end(End.marker, "applet marquee object");
end(End.select, "select");
end(End.tablePart, `table ${TABLE_PARTS}`);
end(End.unsure, "nobr plaintext template");

trait(
  Trait.special | Trait.listItemEdge,
  "applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir " +
    "dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html " +
    "iframe img input li link listing main marquee menu meta nav noembed noframes noscript object ol param plaintext " +
    "pre script section select source style summary table tbody td template textarea tfoot th thead title tr track ul " +
    "wbr xmp",
);
trait(Trait.special, "address div p");
trait(Trait.scopeEdge, "applet caption html marquee object table td template th");
trait(Trait.listEdge, "ol ul");
trait(Trait.buttonEdge, "button");
trait(Trait.impliedEnd, "dd dt li optgroup option p rb rp rt rtc");
trait(Trait.formatting, `a ${FORMATTING}`);
trait(Trait.marker, "applet caption marquee object td th");
trait(Trait.heading, [...HEADINGS].join(" "));
trait(Trait.textless, [...TEXTLESS_ELEMENTS].join(" "));
trait(Trait.block, [...BLOCK_ELEMENTS].join(" "));

/** Returns the kind of an element name, or 0 if it is unknown. */
export function kindOf(name: string): number {
  return kinds.get(name) ?? 0;
}

/** The names of all kinds, in the order of the kinds from 1. */
export const NAMES: readonly string[] = [...kinds.keys()];
