/** Opens a list of footnotes for screen readers, as GitHub does. It also ends the text of the heading before it. */
export const footnotesHeading = '<h2 class="sr-only" id="footnote-label">Footnotes</h2>\n';
