import { load } from "cheerio";
import { Window } from "happy-dom";
import { HTMLRewriter } from "html-rewriter-wasm";
import { Parser, Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import { parseHTML } from "linkedom";
import { parse } from "node-html-parser";
import { domAdapter, type DomNode } from "../lib/faq/tree/dom.ts";
import { extractFaqEntries, extractFaqEntriesFromDocument } from "../lib/faq/mod.ts";
import { parse5Adapter } from "../lib/faq/tree/parse5_adapter.ts";
import { parseInBody } from "../lib/faq/tree/parse5_tree.ts";
import { settingsOf } from "../lib/faq/options/settings.ts";
import { faqEntriesOfTree } from "../lib/faq/tree.ts";

/** A program that reads posts. */
export interface Contestant {
  name: string;
  /** Returns the number of questions found; 0 for contestants that only tokenize or parse. */
  run(html: string): number | Promise<number>;
}

const SETTINGS = settingsOf(undefined);
const HEADINGS = "h1, h2, h3, h4, h5, h6";

/** Applies rules 1 and 4 with cheerio. Rules 2 and 3 are left out, to its advantage. */
function withCheerio(html: string): number {
  const $ = load(html, null, false);
  const found = new Map<string, string>();
  $("h2, h3").each((_index, heading) => {
    const question = $(heading).text().trim();
    if (!question.endsWith("?")) return;
    const answer = $(heading).nextUntil(HEADINGS).text().replace(/\s+/g, " ").trim();
    if (answer !== "" && !found.has(question.toLowerCase())) found.set(question.toLowerCase(), answer);
  });
  return found.size;
}

/** Applies rules 1 and 4 with node-html-parser. */
function withNodeHtmlParser(html: string): number {
  const found = new Map<string, string>();
  for (const heading of parse(html).querySelectorAll("h2, h3")) {
    const question = heading.textContent.trim();
    if (!question.endsWith("?")) continue;
    let answer = "";
    for (
      let next = heading.nextElementSibling;
      next && !/^H[1-6]$/.test(next.tagName);
      next = next.nextElementSibling
    ) {
      answer += ` ${next.textContent}`;
    }
    if (answer.trim() !== "" && !found.has(question.toLowerCase())) found.set(question.toLowerCase(), answer);
  }
  return found.size;
}

/** Applies the rules with a streaming rewriter. The answer is all text after a question heading, at any depth. */
async function withRewriter(html: string): Promise<number> {
  let found = 0;
  let question = "";
  const rewriter = new HTMLRewriter(() => undefined);
  rewriter.on("h2, h3", {
    element: () => void (question = ""),
    text: (chunk) => {
      question += chunk.text;
      if (chunk.lastInTextNode && question.trimEnd().endsWith("?")) found++;
    },
  });
  try {
    await rewriter.write(new TextEncoder().encode(html));
    await rewriter.end();
  } finally {
    rewriter.free();
  }
  return found;
}

const ignore = (): void => undefined;

const NO_CALLBACKS: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

/** Tokenizes with htmlparser2 and ignores the tokens. */
function withTokenizer(html: string, decodeEntities: boolean): number {
  const tokenizer = new Tokenizer({ decodeEntities }, NO_CALLBACKS);
  tokenizer.write(html);
  tokenizer.end();
  return 0;
}

/** Runs htmlparser2's parser, which tracks open elements and builds attributes, without a handler. */
function withParser(html: string): number {
  new Parser({}).end(html);
  return 0;
}

function sweep(html: string): number {
  let count = 0;
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at + 1)) count++;
  return count === -1 ? 1 : 0;
}

const window = new Window();

export const CONTESTANTS: readonly Contestant[] = [
  { name: "a bare `indexOf` sweep", run: sweep },
  { name: "postern/faq", run: (html) => extractFaqEntries(html).length },
  { name: "htmlparser2's `Tokenizer`, entities left as they are", run: (html) => withTokenizer(html, false) },
  { name: "htmlparser2's `Tokenizer`, entities decoded", run: (html) => withTokenizer(html, true) },
  { name: "htmlparser2's `Parser` without a handler", run: withParser },
  { name: "node-html-parser", run: withNodeHtmlParser },
  { name: "parse5, the parse alone", run: (html) => (parseInBody(html), 0) },
  {
    name: "parse5, the same rules",
    run: (html) => faqEntriesOfTree(parse5Adapter, parseInBody(html), SETTINGS).length,
  },
  { name: "cheerio", run: withCheerio },
  {
    name: "linkedom, the same rules",
    run: (html) =>
      extractFaqEntriesFromDocument(parseHTML(`<html><body>${html}</body></html>`).document).length,
  },
  {
    name: "happy-dom, the same rules",
    run: (html) => {
      const body: DomNode & { innerHTML: string } = window.document.createElement("div");
      body.innerHTML = html;
      return faqEntriesOfTree(domAdapter, body, SETTINGS).length;
    },
  },
  { name: "html-rewriter-wasm, questions alone", run: withRewriter },
];
