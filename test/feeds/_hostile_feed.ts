import type { Feed, FeedEntry } from "../../lib/publishing/feeds/mod.ts";

/** Texts that are known to break feeds and pages. */
export const hostileTexts: readonly string[] = [
  "</script><script>alert(1)//",
  "<!--<script>",
  "]]>",
  "]]&gt;<![CDATA[",
  "Fish & <i>chips</i>",
  "&amp;lt;",
  "&nbsp;&copy;",
  `"double" and 'single'`,
  "a\tb\nc\r\nd\re",
  "\0\x01\x0b\x1f\x7f\x85",
  "half \ud83d a character \udc00",
  "😀 \u2028 \ufeff \ufffe\uffff",
  "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>&a;",
  "</title></item></channel></rss>",
];

/** Returns the text without the characters that XML forbids. */
export function inXml(text: string): string {
  return Array.from(text)
    .filter((character) => /[\t\n\r\u0020-\ud7ff\ue000-\ufffd]|[^\0-\uffff]/u.test(character))
    .join("");
}

/** Returns a feed with an entry that has this text in every field. */
export function hostileFeed(text: string): Feed {
  const entry: FeedEntry = {
    id: "urn:uuid:00000000-0000-8000-8000-000000000001",
    url: "https://acme.example/blog/one",
    title: text,
    html: text,
    summary: text,
    author: text,
    tags: [text],
    published: 0,
  };
  return {
    id: "urn:uuid:00000000-0000-8000-8000-000000000000",
    title: text,
    description: text,
    siteUrl: "https://acme.example/",
    language: "en",
    updated: 0,
    entries: [entry],
  };
}
