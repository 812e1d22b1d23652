const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** The place of a text in an XML document. */
type Place = "element" | "attribute" | "url";

/**
 * Escaped characters for each place. Elements must not contain `]]>`, and parsers read `\r` as a line feed there. In attributes,
 * parsers read white space as spaces. In URLs, sitemaps.org requires references for five characters.
 */
const escaped: Readonly<Record<Place, RegExp>> = {
  element: /[&<>\r]/g,
  attribute: /[&<>"\t\n\r]/g,
  url: /[&<>"']/g,
};

/** Escapes a text for its place in an XML document. Attributes must be in double quotes. */
export function escapeXml(text: string, place: Place): string {
  return text.replace(escaped[place], (character) => references[character] ?? character);
}
