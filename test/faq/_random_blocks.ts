import * as fc from "fast-check";
import { randomHtml } from "./_random_html.ts";

/** Attributes that the options read. */
const ATTRIBUTES = [
  "", "", ' class="schema-faq-question"', ' class="schema-faq-answer"', ' class="rank-math-question x"', ' class="rank-math-answer"',
  ' class="wp-block-accordion-heading"', ' class="wp-block-accordion-heading__toggle-title"', ' class="wp-block-accordion-panel" hidden',
  ' class="kg-toggle-heading-text"', ' class="kg-toggle-content"', ' class="et_pb_toggle_title"', ' class="et_pb_toggle_content"',
  ' class="elementor-tab-title"', ' class="elementor-tab-content"', ' class="toggle"', ' class="wp-block-details"', ' class=e-n-accordion-item',
  ' class="sr-only"', ' aria-hidden="true"', ' style="display: none"', ' href="#a"', ' href="https://a.example/?b&c"', ' href="mailto:a@b"',
  ' href="javascript:a"', ' aria-label="Permalink"', ' role="doc-noteref"', ' class="copy"', " hidden",
  ' class="mw-editsection"', ' class="katex"', ' class="material-icons"', ' class="share-buttons"', ' role="button"', ' href="#top"', ' class="lineno"',
  ' class="x no-faq"', " data-no-faq",
  ' aria-controls="a"', ' aria-controls="a" role="tab"', ' aria-controls="b" aria-expanded="true"', ' id="a"', ' id="a" hidden', ' id="b" hidden',
  ' id="c" aria-expanded', ' aria-labelledby="c"', ' role="tablist"', " itemscope itemtype=https://schema.org/Question", " itemprop=name",
  " itemprop=acceptedAnswer itemscope", " itemprop=acceptedAnswer hidden", " itemprop=text",
]; // oxfmt-ignore

const NAMES = (
  "a a b strong em i p p p div div span h2 h3 h4 h5 details details summary summary dl dt dt dd dd ul ol li li sup button " +
  "table tr td th blockquote pre br section nav math annotation select"
).split(" ");

const TEXTS = [
  "Why?", "Who?", "Why?”", "(Who?)", "So.", "a", "字？", "Ինչո՞ւ", "Γιατί;", " ", "\n", "[1]", "1", "#", "Permalink", "Copy", "Section titled “Why?”", "&amp;",
  "&lt;b&gt;", "a  b", "<br>", "|", "[edit]", "Was this helpful? Yes", "Next", "Share on", "expand_more", "So:", "\u200b", "&nbsp;",
]; // oxfmt-ignore

const text: fc.Arbitrary<string> = fc.constantFrom(...TEXTS);
const name: fc.Arbitrary<string> = fc.constantFrom(...NAMES);
const attribute: fc.Arbitrary<string> = fc.constantFrom(...ATTRIBUTES);

const { node } = fc.letrec<{ node: string; nodes: string }>((tie) => ({
  nodes: fc.array(tie("node"), { maxLength: 3 }).map((nodes) => nodes.join("")),
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: "block" },
    { weight: 3, arbitrary: text },
    {
      weight: 6,
      arbitrary: fc
        .tuple(name, attribute, tie("nodes"))
        .map(([tag, rest, content]) => `<${tag}${rest}>${content}</${tag}>`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(attribute, tie("nodes"), attribute, tie("nodes"))
        .map(([q, title, a, panel]) => `<div><div${q}>${title}?</div><div${a}>${panel}</div></div>`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie("nodes"), tie("nodes"))
        .map(([title, rest]) => `<details><summary>${title}?</summary>${rest}</details>`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(name, tie("nodes"), attribute, tie("nodes"))
        .map(([tag, q, rest, a]) => `<${tag} aria-controls="a">${q}?</${tag}><div id="a"${rest}>${a}</div>`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(name, tie("nodes"), tie("nodes"))
        .map(
          ([tag, q, a]) =>
            `<div itemscope itemtype="https://schema.org/Question"><${tag} itemprop="name">${q}?</${tag}>` +
            `<div itemprop="acceptedAnswer" itemscope><div itemprop="text">${a}</div></div></div>`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(text, tie("nodes")).map(([q, a]) => `<dl><dt>${q}?<dd>${a}</dl><p><b>${q}</b></p>`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(name, attribute).map(([tag, rest]) => `<${tag}${rest}>`),
    },
  ),
}));

/** Mostly well-nested HTML with the blocks and attributes that the options read. */
const randomBlocks: fc.Arbitrary<string> = fc.array(node, { maxLength: 4 }).map((nodes) => nodes.join(""));

/** HTML for tests with any options. */
export const randomPost: fc.Arbitrary<string> = fc.oneof(randomBlocks, randomBlocks, randomHtml);
