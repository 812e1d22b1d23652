import { expect, it } from "vitest";
import { escapeXml } from "../lib/base/text/escape_xml.ts";

it.each([
  ["element", "&amp;&lt;&gt;\"'\t\n&#13;"],
  ["attribute", "&amp;&lt;&gt;&quot;'&#9;&#10;&#13;"],
  ["url", "&amp;&lt;&gt;&quot;&apos;\t\n\r"],
] as const)("escapes what must not stand in an XML %s", (place, escaped) => {
  expect(escapeXml("&<>\"'\t\n\r", place)).toBe(escaped);
});
