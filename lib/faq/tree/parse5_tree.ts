import {
  defaultTreeAdapter,
  html,
  Parser,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  type Token,
  type TreeAdapterTypeMap,
} from "parse5";
import type { FullTreeAdapter } from "./tree_adapter.ts";
import { parse5Adapter } from "./parse5_adapter.ts";
import { RUBY_ANNOTATIONS } from "./elements.ts";
import { tokenizeInSteps } from "../../base/text/tokenize_in_steps.ts";
import { runStepsSync } from "../../base/yielding.ts";

type Node = DefaultTreeAdapterTypes.Node;

/** Maximum number of elements for each UTF-16 code unit of the source, in addition to 10,000. */
const GROWTH = 0.5;

/**
 * Parses HTML as a fragment in `body`, as `body.innerHTML` does.
 *
 * Scripting is off, as in `DOMParser`, so the content of `noscript` is parsed as markup.
 *
 * A parser reopens unclosed formatting elements in every paragraph, so a hostile source of 100 KB can produce a tree of
 * gigabytes. If the tree has too many elements for its source, the source is parsed again without formatting tags (`a`,
 * `b`, `i` and others). Their text stays in place.
 *
 * Source: WHATWG HTML, section 13.4 "Parsing HTML fragments"; 13.2.4.3 "The list of active formatting elements".
 */
export function parseInBody(source: string): Node {
  return runStepsSync(parseWithin(source, () => source.length));
}

/** Most characters that are parsed in a step, and those of the first step. */
const CHUNK = 8192;
const FIRST_CHUNK = 512;
/** Number of elements after which the next step is shorter. Unclosed formatting elements are opened again in each block. */
const MANY_ELEMENTS = 10_000;

/** Parses HTML as {@link parseInBody} does, and yields after at most 8,192 characters. */
export function parseInSteps(source: string): Generator<void, Node> {
  let length = FIRST_CHUNK / 2;
  return parseWithin(source, (elements) => {
    length = elements > MANY_ELEMENTS ? Math.max(1, length / 2) : Math.min(CHUNK, length * 2);
    return length;
  });
}

/** @param nextLength returns the length of the next step from the number of elements of the last step */
function* parseWithin(source: string, nextLength: (elements: number) => number): Generator<void, Node> {
  const limit = source.length * GROWTH + 10_000;
  let count = 0;
  let before = 0;
  const chunk = (): number => {
    const elements = count - before;
    before = count;
    return nextLength(elements);
  };
  const createElement: typeof defaultTreeAdapter.createElement = (...values) => {
    if (++count > limit) throw OUTGROWN;
    return defaultTreeAdapter.createElement(...values);
  };
  try {
    return yield* parse(Parser, source, { treeAdapter: { ...defaultTreeAdapter, createElement }, chunk });
  } catch (error) {
    if (error !== OUTGROWN) throw error;
    return yield* parse(PlainParser, source, { treeAdapter: defaultTreeAdapter, chunk });
  }
}

const OUTGROWN = new Error("Cannot build the tree: it outgrows its source");

function* parse(
  parserClass: typeof Parser,
  source: string,
  { treeAdapter, chunk }: { treeAdapter: typeof defaultTreeAdapter; chunk: () => number },
): Generator<void, DefaultTreeAdapterTypes.DocumentFragment> {
  const body = treeAdapter.createElement("body", html.NS.HTML, []);
  const options = { scriptingEnabled: false, treeAdapter };
  const parser = parserClass.getFragmentParser<DefaultTreeAdapterMap>(body, options);
  yield* tokenizeInSteps(parser.tokenizer, source, chunk);
  return parser.getFragment();
}

const FORMATTING = new Set("a b big code em font i nobr s small strike strong tt u".split(" "));

class PlainParser<Map extends TreeAdapterTypeMap> extends Parser<Map> {
  override onStartTag(token: Token.TagToken): void {
    if (!FORMATTING.has(token.tagName)) super.onStartTag(token);
  }
}

/** Adapter for parse5 trees whose words are searched or counted. The annotations of `ruby` count as hidden. */
export const wordsAdapter: FullTreeAdapter<Node> = {
  ...parse5Adapter,
  isHidden: (element) =>
    RUBY_ANNOTATIONS.has(parse5Adapter.elementName(element) ?? "") || parse5Adapter.isHidden(element),
};
