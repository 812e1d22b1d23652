import { describe, expect, it } from "vitest";
import { htmlToText } from "../../lib/faq/mod.ts";

describe("rule 2: text", () => {
  it.each([
    ["text", "a", "a"],
    ["nothing", "", ""],
    ["a script", "a<script>if (1<2) x</script>b", "ab"],
    ["a style", "a<style>p{}</style>b", "ab"],
    ["a template", "a<template>x<b>y</b></template>b", "ab"],
    ["a comment", "a<!-- x -->b", "ab"],
    ["a processing instruction is a comment", "a<?x?>b", "ab"],
    ["a hidden element", "a<span hidden>x<b>y</b></span>b", "ab"],
    ["a hidden element of any value", 'a<span hidden="until-found">x</span><i HIDDEN=false>y</i>b', "ab"],
    ["a hidden block is not a line break", "a<div hidden>x</div>b", "ab"],
    ["another attribute does not hide", "a<i data-hidden aria-hidden=true>b</i>", "ab"],
    ["scripts of SVG", "a<svg><style>x</style><script>y</script><text>b</text></svg>", "ab"],
    ["br", "a<br>b<br/>c</br>d", "a\nb\nc\nd"],
    ["runs of br", "a<br><br> <br>b", "a\nb"],
    ["blocks", "a<p>b</p>c<div>d<div>e</div></div>f", "a\nb\nc\nd\ne\nf"],
    ["lists", "<ul><li>a<li>b</ul><dl><dt>c<dd>d</dl>", "a\nb\nc\nd"],
    ["rows and cells", "<table><caption>a</caption><tr><th>b<td>c<tr><td>d</table>", "a\nb\nc\nd"],
    ["inline elements", "a<b>b</b><code>c</code><span>d</span>", "abcd"],
    ["hr", "a<hr>b", "a\nb"],
    ["blocks of HTML only", "a<svg><foo><section/></foo></svg>b<math><mi>c</mi></math>", "abc"],
    ["runs of white space", "a \t\n\f\r b", "a b"],
    ["no-break space", "a&nbsp;&nbsp; b\u202f\u3000c", "a b c"],
    ["white space across elements", "a <b> b</b> c", "a b c"],
    ["white space around a line break", "a <br> b", "a\nb"],
    ["the ends", " &nbsp;\u200b\u2060\ufeff a \u200b", "a"],
    ["zero-width characters inside stay", "a\u200bb \ufeff c", "a\u200bb \ufeff c"],
    ["pre keeps its lines", "<pre>a\nb  c\r\nd</pre>e\nf", "a\nb c\nd\ne f"],
    ["runs of lines in pre", "<pre>\n\na\n \n b\n</pre>", "a\nb"],
    ["elements in pre", "<pre><code>a\n<b>b\nc</b></code></pre>", "a\nb\nc"],
    ["a textarea and a title are text", "<title>a&amp;</title> <textarea><b></textarea>", "a& <b>"],
    ["noscript is markup", "<noscript><b>a</b></noscript>", "a"],
    ["character references", "&lt;&AMP&notit;&nosuch;&#x80;&#0;", "<&¬it;&nosuch;€\ufffd"],
    ["headings", "<h1>a</h1><h2>b?</h2>c", "a\nb?\nc"],
  ])("%s", (_name, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it("refuses a longer input than maxInputLength", () => {
    expect(htmlToText("<p>abc", { maxInputLength: 6 })).toBe("abc");
    expect(() => htmlToText("<p>abc", { maxInputLength: 5 })).toThrow(
      expect.objectContaining({ name: "FaqInputTooLargeError", length: 6, limit: 5 }),
    );
    expect(() => htmlToText("x".repeat(5 * 1024 * 1024 + 1))).toThrow(
      "the limit (maxInputLength) is 5242880",
    );
    expect(() => htmlToText("", { maxInputLength: 0 })).toThrow(RangeError);
    expect(() => htmlToText("", { maxLength: 5 } as object)).toThrow("maxLength is not a known option");
  });

  it("is not limited by the engine's stack", () => {
    const depth = 50_000;
    expect(htmlToText("<div>".repeat(depth) + "a")).toBe("a");
    expect(htmlToText("<b>".repeat(depth) + "a")).toBe("a");
  });
});
