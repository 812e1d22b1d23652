import { describe, expect, it } from "vitest";
import { examineFile, type ExaminedFile } from "../../../lib/media/types/mod.ts";
import { svg } from "./_files.ts";

const examine = (content: string, before?: string): ExaminedFile =>
  examineFile(svg(content, before), { name: "logo.svg" });

/** Returns the stored content of the first element. */
function storedOf(content: string): string {
  const stored = new TextDecoder().decode(examine(content).bytes);
  return stored.replace(/^<svg [^>]*>/, "").replace(/<\/svg>$/, "");
}

describe("parts that draw are kept", () => {
  it.each([
    ['<path d="M0 0h9" fill="#f00" stroke-width="2"></path>'],
    [
      '<g transform="translate(1 2) rotate(45)"><text x="1" font-family="\'A B\', serif">a &lt; b &amp; c</text></g>',
    ],
    [
      '<linearGradient id="a"><stop offset="5%" stop-color="rgb(1,2,3)"></stop></linearGradient><rect fill="url(#a)"></rect>',
    ],
    ['<use href="#a" x="1"></use>'],
    ['<image href="data:image/png;base64,AAAA" width="1"></image>'],
    ["<style>.a{fill:red;stroke:url(#b)}</style>"],
    ['<rect style="fill:red;opacity:.5"></rect>'],
    [
      '<style>.a,g .b{fill:url(#c)}</style><linearGradient id="c"><stop></stop></linearGradient><g class="b a"></g>',
    ],
    ['<title xml:lang="de">Ein Bild</title>'],
  ])("%s", (content) => {
    expect(storedOf(content)).toBe(content);
    expect(examine(content).note).toBeUndefined();
  });

  it("in the old form of references, and without programs' notes and metadata", () => {
    const content =
      '<metadata>Secret</metadata><use xlink:href="#a" data-name="Secret"/><!-- Secret --><?secret Secret?>';
    expect(storedOf(content)).toBe('<use href="#a"></use>');
    const program = '<x:view xmlns:x="https://program.example" x:label="Secret"/>';
    expect(storedOf(`${program}<g xmlns:x="https://program.example" x:label="Secret"/>`)).toBe("<g></g>");
  });

  it("with a document type that declares nothing", () => {
    const type =
      '<?xml version="1.0"?>\n<!-- a - b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">\n';
    expect(new TextDecoder().decode(examine("<g/>", type).bytes)).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /,
    );
  });
});

describe("parts that run code, link or load are removed", () => {
  it.each([
    ["<script>alert(1)</script>", "", '"script"'],
    ["<script><![CDATA[alert(1)]]></script>", "", '"script"'],
    ['<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>', "", '"script"'],
    ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', "", undefined],
    [
      "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/></foreignObject>",
      "",
      '"foreignObject"',
    ],
    ['<path onload="alert(1)" ONCLICK="alert(1)"/>', "<path></path>", '"onload", "ONCLICK"'],
    ['<a href="javascript:alert(1)"><path/></a>', "<g><path></path></g>", '"a", "href"'],
    ['<g id="a"><a href="#a"><path/></a></g>', '<g id="a"><g><path></path></g></g>', '"a", "href"'],
    ['<set attributeName="href" to="javascript:alert(1)"/>', "", '"set"'],
    ['<animate attributeName="href" values="javascript:alert(1)"/>', "", '"animate"'],
    ['<image href="https://other.example/a.png"/>', "<image></image>", '"href"'],
    ['<image href="data:image/svg+xml;base64,AAAA"/>', "<image></image>", '"href"'],
    ['<use xlink:href="other.svg#a"/>', "<use></use>", undefined],
    ['<feImage href="#a"/>', "", '"feImage"'],
    ['<rect fill="url(https://other.example/a)"/>', "<rect></rect>", '"fill"'],
    ['<rect fill="\\75 rl(https://other.example/a)"/>', "<rect></rect>", '"fill"'],
    ['<rect fill="url(#a) image-set(&quot;https://other.example/a&quot;)"/>', "<rect></rect>", '"fill"'],
    [
      '<rect style="fill:red;background:url(https://other.example)"/>',
      '<rect style="fill:red"></rect>',
      undefined,
    ],
    ['<rect style="fill:u/**/rl(https://other.example)"/>', '<rect style=""></rect>', undefined],
    ["<style>@import 'https://other.example';.a{fill:red}</style>", "", '"style"'],
    [
      "<style>.a{fill:url(https://other.example)}.b{fill:blue}/*}</style>",
      "<style>.b{fill:blue}</style>",
      undefined,
    ],
    [String.raw`<style>.a{fill:red\}.b{fill:blue}</style>`, "<style>.b{fill:blue}</style>", undefined],
    ["<style>a[href^='x']{fill:red}</style>", "", undefined],
    ["<style><g/>.b{fill:blue}</style>", "<style>.b{fill:blue}</style>", '"g"'],
  ])("%s", (content, stored, named) => {
    expect(storedOf(content)).toBe(stored);
    const note = named === undefined ? "" : `without parts that pictures may not have: ${named}`;
    expect(examine(content).note ?? "").toContain(note);
  });

  it("and the note names the first five", () => {
    const names = ["a1", "a2", "a3", "a4", "a5", "a6", "a7"].map((name) => `${name}=""`).join(" ");
    expect(examine(`<g ${names}/>`).note).toMatch(/"a4", "a5", and 2 more\.$/);
  });
});

describe("the size", () => {
  it.each([
    ['width="30" height="20px"', { width: 30, height: 20 }],
    ['width="100%" height="20" viewBox="0 0 8.4 4"', { width: 8, height: 4 }],
    ['width="3cm"', {}],
    ['viewBox="0 0 -1 a"', {}],
  ])("%s", (attributes, expected) => {
    const bytes = new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`);
    const { width, height } = examineFile(bytes, { name: "logo.svg" });
    expect({ ...(width && { width }), ...(height && { height }) }).toEqual(expected);
  });
});
