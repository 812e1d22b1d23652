import { describe, expect, it } from "vitest";
import { html } from "../lib/base/text/html.ts";

describe("the html template", () => {
  it("escapes every value, in text and in quoted attributes", () => {
    const value = `<script>&"'`;
    expect(html`<p title="${value}">${value}</p>`.text).toBe(
      '<p title="&lt;script&gt;&amp;&quot;&#39;">&lt;script&gt;&amp;&quot;&#39;</p>',
    );
  });

  it("keeps its own markup as it is, in lists too, and leaves out what is nothing", () => {
    const items = ["<a>", "b"].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}</ul>${false}${null}${undefined}${0}`.text).toBe(
      "<ul><li>&lt;a&gt;</li><li>b</li></ul>0",
    );
  });

  it("takes no object for markup that only looks like it", () => {
    const forged = JSON.parse('{"text":"<b>"}') as string;
    expect(() => html`${forged}`).toThrow(TypeError);
  });
});
