/** Writes a link in Markdown or HTML. The text is source already, so only an address is escaped. */
export function writeLink(text: string, href: string, isMarkdown: boolean): string {
  return isMarkdown ? `[${text}](${markdownAddress(href)})` : `<a href="${htmlText(href)}">${text}</a>`;
}

/** Writes words as the text of a link, in which no markup is read. */
export function writeLinkText(words: string, isMarkdown: boolean): string {
  return isMarkdown ? words.replace(/[\\[\]*_`<]/g, String.raw`\$&`) : htmlText(words);
}

/** Writes an address as it stands in the place of a link's address. */
export function writeAddress(href: string, isMarkdown: boolean): string {
  return isMarkdown ? markdownAddress(href) : htmlText(href);
}

function markdownAddress(href: string): string {
  return href
    .replace(/[()]/g, (character) => (character === "(" ? "%28" : "%29"))
    .replace(/\s/g, encodeURIComponent);
}

function htmlText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
