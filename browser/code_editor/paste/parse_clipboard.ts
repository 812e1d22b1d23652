/** Parses HTML from the clipboard. The page's policy refuses inline styles, so they get a name that browsers do not apply. */
export function parseClipboard(html: string): HTMLElement {
  const unstyled = html
    .replace(/<(\/?)style\b/gi, "<$1template")
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/(\s)style(?=\s*=)/i, "$1data-style"));
  return new DOMParser().parseFromString(unstyled, "text/html").body;
}

/** Returns the inline style of a parsed element. */
export function styleOf(element: Element): string {
  return element.getAttribute("data-style") ?? "";
}
