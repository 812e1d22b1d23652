import { describe, expect, it } from "vitest";
import { explainFaq, type FaqFinding, type FaqFindingCode } from "../../lib/faq/mod.ts";

function findingsOf(html: string): FaqFinding[] {
  return explainFaq(html).flatMap(({ findings = [] }) => findings);
}

const GOOD = "<p>It takes ten seconds at most.</p>";

const FAULTS: readonly (readonly [code: FaqFindingCode, html: string])[] = [
  ["bare-text", `<h2>How fast is it?</h2>${GOOD}Mostly.`],
  ["bare-text", "<h2>How fast is it?</h2>It takes <em>about ten whole seconds</em> or so."],
  ["cut-off", "<h2>How do I start?</h2><p>Do it in this order:</p><h3>First</h3><p>Open it.</p>"],
  ["cut-off", "<h2>どう始めますか?</h2><p>次の順に行ってください：</p>"],
  ["call-to-action", `<h2>Ready to start?</h2>${GOOD}`],
  ["call-to-action", `<h2>Need more information?</h2>${GOOD}`],
  ["missing-picture", "<h2>How do I start?</h2><p>Press the button, see Figure 1.</p>"],
  ["call-to-action", `<h2>Still have questions?</h2>${GOOD}`],
  ["call-to-action", `<h2>Haben Sie noch Fragen?</h2>${GOOD}`],
  ["call-to-action", `<h2>¿Necesitas ayuda?</h2>${GOOD}`],
  ["feedback", `<h3>Was this article helpful?</h3>${GOOD}`],
  ["feedback", `<h3>War dieser Artikel hilfreich?</h3>${GOOD}`],
  ["one-word-question", `<h2>Why?</h2>${GOOD}`],
  ["one-word-question", `<h2>Warum?</h2>${GOOD}`],
  ["call-to-action", `<h2>Are you new to Postern?</h2>${GOOD}`],
  ["call-to-action", `<h2>Hast du Anregungen zu dieser Seite?</h2>${GOOD}`],
  ["one-word-question", `<h2>1.2: What is it?</h2>${GOOD}`],
  ["one-word-question", `<h2>How do you use this?</h2>${GOOD}`],
  ["one-word-question", `<h2>Now what?</h2>${GOOD}`],
  ["one-word-question", `<h2>Wie funktioniert das?</h2>${GOOD}`],
  ["missing-picture", "<h2>How do I start?</h2><p>Click the button in the screenshot below.</p>"],
  ["missing-picture", "<h2>How do I start?</h2><p>Open the menu as shown below.</p><img src=a>"],
  ["missing-picture", "<h2>Wie beginne ich?</h2><p>Klicken Sie, wie unten gezeigt, auf den Knopf.</p>"],
  ["protected-email", '<h2>Who answers me?</h2><p>Write to <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="00">[email&nbsp;protected]</a> please.</p>'],
  ["protected-email", "<h2>Who answers me?</h2><p>We do, at [email protected] on weekdays.</p>"],
  ["short-answer", "<h2>Is it fast?</h2><p>Yes.</p>"],
  ["short-answer", "<h2>速いですか?</h2><p>はい</p>"],
  ["same-answer", `<h2>How fast is it?</h2>${GOOD}<h2>How slow is it?</h2>${GOOD}`],
  ["link-only", '<h2>How do I start?</h2><p><a href="/x">Read the guide for beginners</a>.</p>'],
  ["link-only", "<h2>How do I start?</h2><p>See the next question.</p>"],
  ["link-only", "<h2>How do I start?</h2><p>For all platforms, please see v2.1 of the guide</p>"],
  ["link-only", "<h2>How do I start?</h2><p>You can read all the steps here.</p>"],
  ["link-only", "<h2>Wie beginne ich?</h2><p>Siehe die nächste Frage.</p>"],
  ["cut-off", "<h2>How do I start?</h2><p>Many people start with the first file and...</p>"],
  ["cut-off", "<h2>How do I start?</h2><p>Many people start with […] Read more</p>"],
  ["promotion", "<h2>How do I start?</h2><p>News ▸ Analysis 3 years ago</p>"],
  ["promotion", "<h2>How do I start?</h2><p>Open it.</p><p>The post Start appeared first on Postern.</p>"],
  ["raw-markup", "<h2>How do I start?</h2><p>/// note | Hinweis<br>Open it.<br>///</p>"],
  ["raw-markup", "<h2>How do I start?</h2><pre><code>sequenceDiagram\n  A->>B: Open</code></pre>"],
  ["placeholder", "<h2>How do I start?</h2><p>Lorem ipsum dolor sit amet.</p>"],
  ["placeholder", "<h2>How do I start?</h2><p>To be written</p>"],
  ["raw-markup", "<h2>How do I start?</h2><p>[vc_row]Open the first file.[/vc_row]</p>"],
  ["raw-markup", "<h2>How do I start?</h2><p>:::note</p><p>Open the first file.</p>"],
  ["answer-label", "<h2>How do I start?</h2><p>A: Open the first file.</p>"],
  ["answer-label", "<h2>Wie beginne ich?</h2><p>Antwort: Mit der ersten Datei.</p>"],
  ["footnote-mark", '<h2>How fast is it?</h2><p>It takes ten seconds<sup><a href="#fn1">1</a></sup> at most.</p>'],
  ["footnote-mark", '<h2>How fast is it?</h2><p>It takes ten seconds<a href="#n" role="doc-noteref">*</a> at most.</p>'],
]; // oxfmt-ignore

describe("the findings of explainFaq", () => {
  it.each(FAULTS)("have the fault %s of %s", (code, html) => {
    const findings = findingsOf(html);
    const codes = findings.map((finding) => finding.code);
    expect(codes).toContain(code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { message, excerpt } of findings) {
      expect(message).toMatch(/^[A-Z].*\.$/);
      expect(excerpt).not.toBe("");
    }
  });

  it.each(FAULTS.map(([, html]) => html))("are mended by the option that they name: %s", (html) => {
    for (const { code, option } of findingsOf(html)) {
      if (option === undefined) continue;
      const mended = explainFaq(html, option).flatMap(({ findings = [] }) => findings);
      expect(mended.map((finding) => finding.code)).not.toContain(code);
    }
  });

  it.each([
    ["a good answer", `<h2>How fast is it?</h2>${GOOD}`],
    ["code below the text", "<h2>How do I start?</h2><p>Run it as shown below.</p><pre>npm start</pre>"],
    ["a question about readiness", `<h2>When is it ready to start?</h2>${GOOD}`],
    ["a Japanese question", "<h2>どう始めますか?</h2><p>最初のファイルを開いてください。</p>"],
    ["a sentence about pictures", "<h2>How do I add pictures?</h2><p>Drag each image into the text.</p>"],
    ["a question about a need", `<h2>Do you need more than one account?</h2>${GOOD}`],
    [
      "pictures of other senses",
      "<h2>How is it sent?</h2><p>It adapts in picture quality and in figure size.</p>",
    ],
    ["a symbol with a link", '<h2>How do I start?</h2><p>Write <a href="#:">:</a> before each name.</p>'],
    ["a question about a thing", `<h2>How do I use the editor?</h2>${GOOD}`],
    ["an answer after a reference", `<h2>How do I start?</h2><p>See the guide. Then open it.</p>`],
    ["an ellipsis in a sentence", "<h2>How do I start?</h2><p>Press “Open…” first.</p>"],
    ["a sentence about time", "<h2>When did it start?</h2><p>It started about five years ago.</p>"],
    ["a link in a sentence", '<h2>How do I start?</h2><p>Read <a href="/x">the guide</a> first.</p>'],
  ])("are none for %s", (_name, html) => {
    expect(findingsOf(html)).toEqual([]);
  });

  it("are bounded in number and length", () => {
    const html = Array.from(
      { length: 500 },
      (_, at) => `<h2>Q${at}?</h2><button>${"x".repeat(1000)}</button>`,
    );
    const findings = findingsOf(html.join(""));
    expect(findings).toHaveLength(200);
    expect(Math.max(...findings.map(({ excerpt }) => excerpt.length))).toBe(100);
  });
});
