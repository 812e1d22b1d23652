import { describe, expect, it } from "vitest";
import { runStepsSync } from "../../lib/base/yielding.ts";
import { absoluteAddresses } from "../../lib/publishing/mod.ts";

const page = "https://acme.example/blog/fish?a=1";
const absolute = (html: string): string => runStepsSync(absoluteAddresses(html, page));

describe("absoluteAddresses", () => {
  it.each([
    ["a.png", "https://acme.example/blog/a.png"],
    ["/about", "https://acme.example/about"],
    ["../x", "https://acme.example/x"],
    ["#part", "https://acme.example/blog/fish?a=1#part"],
    ["?b=2", "https://acme.example/blog/fish?b=2"],
    ["//cdn.example/a", "https://cdn.example/a"],
    ["a&amp;b", "https://acme.example/blog/a&amp;b"],
    [" ä b ", " https://acme.example/blog/%C3%A4%20b "],
  ])("resolves %s", (address, expected) => {
    expect(absolute(`<a href="${address}">x</a>`)).toBe(`<a href="${expected}">x</a>`);
  });

  it.each([
    "https://b.example/",
    "HTTP://b.example",
    "mailto:a@b.example",
    "data:,a",
    "javascript:a()",
    "tel:1",
    "",
    "//[",
  ])("keeps %s", (address) => {
    expect(absolute(`<a href="${address}">x</a>`)).toBe(`<a href="${address}">x</a>`);
  });

  it.each([
    ["a", "href"],
    ["area", "href"],
    ["audio", "src"],
    ["blockquote", "cite"],
    ["del", "cite"],
    ["embed", "src"],
    ["form", "action"],
    ["iframe", "src"],
    ["img", "src"],
    ["input", "src"],
    ["ins", "cite"],
    ["object", "data"],
    ["q", "cite"],
    ["source", "src"],
    ["track", "src"],
    ["video", "src"],
    ["video", "poster"],
  ])("resolves <%s %s>", (element, attribute) => {
    expect(absolute(`<${element} ${attribute}="/x">`)).toBe(
      `<${element} ${attribute}="https://acme.example/x">`,
    );
  });

  it.each(["img", "source"])("resolves the candidates of <%s srcset>", (element) => {
    expect(absolute(`<${element} srcset="a.png 1x, /b,c.png 2x,https://d.example/e.png">`)).toBe(
      `<${element} srcset="https://acme.example/blog/a.png 1x, https://acme.example/b,c.png 2x,https://d.example/e.png">`,
    );
  });

  it("changes nothing else", () => {
    const html =
      "<!-- <a href=/x> --><p title='<a href=/x>'>/x <script>'<a href=/x>'</script><div href=/x><svg><use href='#i'/></svg></P>";
    expect(absolute(html)).toBe(html);
  });

  it("keeps every quote style, and takes linear time", () => {
    expect(absolute("<a href=/x>1<A HREF='/x'>2<a href = \"/x\" href=/y>3")).toBe(
      "<a href=https://acme.example/x>1<A HREF='https://acme.example/x'>2<a href = \"https://acme.example/x\" href=/y>3",
    );
    expect(absolute("<a href=/x>".repeat(20_000))).toHaveLength(
      20_000 * "<a href=https://acme.example/x>".length,
    );
  });
});
