import { describe, expect, it } from "vitest";
import { extractFaqEntriesFromDocument, type DomNode } from "../../lib/faq/mod.ts";

function text(nodeValue: string): DomNode {
  return { nodeType: 3, nodeName: "#text", nodeValue, childNodes: [] };
}

function element(name: string, childNodes: DomNode[], attributes: string[] = []): DomNode {
  return {
    nodeType: 1,
    nodeName: name.toUpperCase(),
    childNodes,
    hasAttribute: (attribute) => attributes.includes(attribute),
  };
}

describe("a minimal DOM", () => {
  const heading = element("h2", [text("Why?")]);
  const entries = [{ question: "Why?", answer: "So." }];

  it("needs no localName and no namespace", () => {
    const body = element("body", [heading, element("p", [text("So.")])]);
    expect(extractFaqEntriesFromDocument(body)).toEqual(entries);
    const document = { nodeType: 9, nodeName: "#document", childNodes: [], body };
    expect(extractFaqEntriesFromDocument(document)).toEqual(entries);
  });

  it("checks the attribute hidden", () => {
    const body = element("body", [
      heading,
      element("p", [text("x")], ["hidden"]),
      element("p", [text("So.")]),
    ]);
    expect(extractFaqEntriesFromDocument(body)).toEqual(entries);
  });

  it("ignores templates whose content is among their children", () => {
    const template = element("template", [element("h2", [text("x?")])]);
    const body = element("body", [heading, template, element("p", [text("So.")])]);
    expect(extractFaqEntriesFromDocument(body)).toEqual(entries);
  });

  it("ignores comments, and adds no space for empty text", () => {
    const comment = { nodeType: 8, nodeName: "#comment", nodeValue: "x", childNodes: [] };
    const body = element("body", [
      heading,
      element("b", [text("S")]),
      comment,
      text(""),
      element("b", [text("o.")]),
    ]);
    expect(extractFaqEntriesFromDocument(body)).toEqual(entries);
  });

  it("recognizes foreign elements by their namespace", () => {
    const foreign: DomNode = {
      ...element("h2", [text("x")]),
      localName: "h2",
      namespaceURI: "http://www.w3.org/2000/svg",
    };
    const body = element("body", [heading, element("p", [text("So.")]), foreign]);
    expect(extractFaqEntriesFromDocument(body)).toEqual([{ question: "Why?", answer: "So.\nx" }]);
  });

  it("uses the outermost of nested links", () => {
    const links = element("a", [text("Why? "), element("a", [text("#")])]);
    const body = element("body", [element("h2", [links, text("?")]), element("p", [text("So.")])]);
    expect(extractFaqEntriesFromDocument(body)).toEqual([{ question: "Why? #?", answer: "So." }]);
  });
});
