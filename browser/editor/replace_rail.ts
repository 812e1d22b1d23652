/** Replaces the content of the rail beside the text. Opened details stay open, and the focus stays in the rail. */
export function replaceRail(rail: Element | null, markup: string): void {
  if (rail === null || rail.innerHTML === markup) return;
  if (rail.contains(document.activeElement)) return;
  const opened = summariesOf(rail, "details[open] > summary");
  rail.innerHTML = markup;
  for (const details of rail.querySelectorAll("details")) {
    const summary = details.querySelector("summary")?.textContent ?? "";
    if (opened.includes(summary)) details.open = true;
  }
}

function summariesOf(rail: Element, selector: string): string[] {
  return [...rail.querySelectorAll(selector)].map(({ textContent }) => textContent);
}
