import { describe, expectTypeOf, it } from "vitest";
import { extractFaqEntriesFromDocument, type DomDocument, type DomNode } from "../../lib/faq/mod.ts";

describe("the types of a browser's DOM", () => {
  it("are accepted without a cast", () => {
    expectTypeOf<Document>().toExtend<DomDocument>();
    expectTypeOf<Element>().toExtend<DomNode>();
    expectTypeOf<DocumentFragment>().toExtend<DomNode>();
    expectTypeOf(extractFaqEntriesFromDocument).toBeCallableWith({} as Document);
  });
});
