import { describe, expect, it } from "vitest";
import { type Markup, EncodingError } from "../lib/base/text/declared_encoding.ts";
import { FileDecoder } from "../lib/base/text/file_decoder.ts";

const text = "Grüße, žluťoučký 日本 \u{1f600}\nline two";
const little = (content: string): Buffer => Buffer.from(content, "utf16le");
const big = (content: string): Buffer => Buffer.from(content, "utf16le").swap16();
const latin = (content: string): Buffer => Buffer.from(content, "latin1");
const long = "a line of a long text\n".repeat(200);

/** Decodes in chunks of a size. */
function decode(bytes: Uint8Array, markup: Markup | undefined, size: number): string {
  const decoder = new FileDecoder(markup);
  let decoded = "";
  for (let from = 0; from < bytes.length; from += size) {
    decoded += decoder.decode(bytes.subarray(from, from + size), { stream: true });
  }
  return decoded + decoder.decode();
}

const read: readonly [name: string, bytes: Uint8Array, markup: Markup | undefined, text: string][] = [
  ["nothing", Buffer.from(""), undefined, ""],
  ["UTF-8", Buffer.from(text), undefined, text],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`), undefined, text],
  ["UTF-8 with U+FFFD", Buffer.from(`a\ufffdb`), undefined, "a\ufffdb"],
  ["long UTF-8", Buffer.from(long + text.repeat(50)), undefined, long + text.repeat(50)],
  ["UTF-16 LE", little(`\ufeff${text}`), undefined, text],
  ["UTF-16 BE", big(`\ufeff${text}`), undefined, text],
  ["long UTF-16 BE", big(`\ufeff${long}${text}`), undefined, long + text],
  [
    "XML in UTF-16 LE without a mark",
    little(`<?xml version="1.0"?><a>é</a>`),
    "xml",
    `<?xml version="1.0"?><a>é</a>`,
  ],
  [
    "XML in UTF-16 BE without a mark",
    big(`<?xml version="1.0"?><a>é</a>`),
    "xml",
    `<?xml version="1.0"?><a>é</a>`,
  ],
  [
    "XML in Latin-1",
    latin(`<?xml version='1.0' encoding='ISO-8859-1' ?><a>é</a>`),
    "xml",
    `<?xml version='1.0' encoding='ISO-8859-1' ?><a>é</a>`,
  ],
  [
    "XML in windows-1251",
    Buffer.concat([latin(`<?xml version="1.0" encoding="windows-1251"?>`), Buffer.from([0xcf, 0xf0])]),
    "xml",
    `<?xml version="1.0" encoding="windows-1251"?>Пр`,
  ],
  [
    "XML that declares UTF-16 in bytes of ASCII",
    Buffer.from(`<?xml version="1.0" encoding="UTF-16"?><a>é</a>`),
    "xml",
    `<?xml version="1.0" encoding="UTF-16"?><a>é</a>`,
  ],
  ["XML with a NUL far behind", Buffer.from(`${long}\0`), "xml", `${long}\0`],
  [
    "HTML with a charset",
    latin(`<meta charset=windows-1252><p>\u0093é`),
    "html",
    `<meta charset=windows-1252><p>“é`,
  ],
  [
    "HTML with a charset behind another attribute",
    latin(`<meta data-a="b>" charset='latin1'/><p>é`),
    "html",
    `<meta data-a="b>" charset='latin1'/><p>é`,
  ],
  [
    "HTML with a content type",
    latin(`<META content="text/html; charset=ISO-8859-15" http-equiv=Content-Type><p>é\u00a4`),
    "html",
    `<META content="text/html; charset=ISO-8859-15" http-equiv=Content-Type><p>é€`,
  ],
  [
    "HTML with other charsets in a comment and a description",
    Buffer.from(`<!-- <meta charset="latin1"> --><meta name="description" content=" charset=latin1"><p>é`),
    "html",
    `<!-- <meta charset="latin1"> --><meta name="description" content=" charset=latin1"><p>é`,
  ],
  [
    "HTML whose mark contradicts its charset",
    Buffer.from(`\ufeff<meta charset="latin1"><p>é`),
    "html",
    `<meta charset="latin1"><p>é`,
  ],
  [
    "XHTML with a declaration",
    latin(`<?xml version="1.0" encoding="latin1"?><html><p>é`),
    "html",
    `<?xml version="1.0" encoding="latin1"?><html><p>é`,
  ],
];

const refused: readonly [name: string, bytes: Uint8Array, markup: Markup | undefined, reason: string][] = [
  ["Latin-1", latin("a\nGrüße"), undefined, "it is not UTF-8: line 2 has the byte 0xFC."],
  ["Latin-1 far behind", latin(`${long}é`), undefined, "it is not UTF-8: line 201 has the byte 0xE9."],
  [
    "Latin-1 behind U+FFFD",
    Buffer.concat([Buffer.from("\ufffd\n"), latin("é ")]),
    undefined,
    "line 2 has the byte 0xE9.",
  ],
  [
    "an undeclared charset",
    latin(`<meta charset="latin1">é`),
    undefined,
    "it is not UTF-8: line 1 has the byte 0xE9.",
  ],
  ["an incomplete character", Buffer.from("é").subarray(0, 1), undefined, "line 1 has the byte 0xC3."],
  [
    "UTF-32 LE",
    Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]),
    undefined,
    "its encoding utf-32le is not read.",
  ],
  [
    "UTF-32 BE",
    Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]),
    undefined,
    "its encoding utf-32be is not read.",
  ],
  ["UTF-16 without a mark", little("text"), undefined, "it has NUL bytes, so it is no text, or UTF-16"],
  ["UTF-16 without a mark, as XML", big("<rss/>"), "xml", "it has NUL bytes, so it is no text, or UTF-16"],
  [
    "half of a pair in UTF-16",
    little("\ufeffa\ud83d"),
    undefined,
    "it is not utf-16le, the encoding that it names",
  ],
  [
    "an odd number of bytes in UTF-16",
    big("\ufeffab").subarray(0, 5),
    undefined,
    "it is not utf-16be, the encoding",
  ],
  [
    "an unknown encoding",
    latin('<?xml version="1.0" encoding="ebcdic"?>'),
    "xml",
    "its encoding ebcdic is not read.",
  ],
  ["a NUL byte", Buffer.from("a\0b"), undefined, "it has NUL bytes, so it is no text"],
  ["a NUL byte far behind", Buffer.from(`${long}a\0`), undefined, "it is no text: line 201 has a NUL byte"],
];

describe.each([1, 7, 1_000_000])("a file in chunks of %i bytes", (size) => {
  it.each(read)("is decoded: %s", (_name, bytes, markup, expected) => {
    expect(decode(bytes, markup, size)).toBe(expected);
  });

  it.each(refused)("is refused in words: %s", (_name, bytes, markup, reason) => {
    const decoded = (): string => decode(bytes, markup, size);
    expect(decoded).toThrow(EncodingError);
    expect(decoded).toThrow(reason);
  });
});
