/** Puts an anchor before each heading: `section-1`, `section-2` and so on. The preview of the editor scrolls to the section at the cursor. */
export function withSectionAnchors(html: string): string {
  let number = 0;
  return html.replace(/<h[1-6](?=[\s>])/gi, (tag) => {
    number += 1;
    return `<a id="section-${number}"></a>${tag}`;
  });
}
