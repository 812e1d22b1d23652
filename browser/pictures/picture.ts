/** A picture of the organization, or another file. */
export interface Picture {
  /** Address for readers. */
  url: string;
  name: string;
  /** Media type, such as `image/png`. */
  type: string;
  /** Description for people who cannot see the picture. Empty if it has none yet. */
  alt: string;
  /** Remark about the file, such as data that it still has. Empty if there is none. */
  note: string;
  /** Path of the picture's page in the dashboard. */
  page: string;
}

/** Returns true if a file is shown in the text. Other files are linked. */
export function isShown({ type }: Pick<Picture, "type">): boolean {
  return type.startsWith("image/");
}

/** Returns a picture as a part of a text. An empty `alt` marks it as decorative. */
export function markupOf(picture: Picture, alt: string, isMarkdown: boolean): string {
  // A parenthesis could end the address in Markdown.
  const url = picture.url.replaceAll("(", "%28").replaceAll(")", "%29");
  if (isMarkdown) {
    const label = (isShown(picture) ? alt : picture.name).replaceAll(/[\\[\]]/g, String.raw`\$&`);
    return `${isShown(picture) ? "!" : ""}[${label}](${url})`;
  }
  if (isShown(picture)) return `<img src="${escaped(url)}" alt="${escaped(alt)}">`;
  return `<a href="${escaped(url)}">${escaped(picture.name)}</a>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
