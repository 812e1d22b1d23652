import { html, type Html } from "../../../base/text/html.ts";
import type { PostFormField } from "../post_form/post_form_fields.ts";
import { diffLines, type LinePart } from "./diff_lines.ts";
import type { EditorText } from "./editor_text.ts";

/** Number of equal lines shown beside a difference, and maximum number of shown lines. */
const contextLines = 3;
const mostShown = 2000;

/** Renders the fields and lines in which a text differs from an earlier text. */
export function textChanges(before: EditorText, after: EditorText, fields: readonly PostFormField[]): Html {
  const differing = fields.filter(({ name }) => before[name] !== after[name]);
  return html`${
    differing.length > 0 &&
    html`<table class="cards">
<caption>Fields that differ</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>
${differing.map(
  ({ name, label }) => html`<tr><th scope="row">${label}</th>
<td data-label="Before"><del><span class="mark">-</span> ${valueOf(before[name], before.inLanguage)}</del></td>
<td data-label="After"><ins><span class="mark">+</span> ${valueOf(after[name], after.inLanguage)}</ins></td></tr>
`,
)}</tbody>
</table>`
  }
<h2>Content</h2>
${before.format === after.format ? lineChanges(before.content, after.content, after.inLanguage) : html`<p>One side is Markdown, the other is HTML, so the lines cannot be compared.</p>`}`;
}

function valueOf(text = "", language: string): Html {
  return text === "" ? html`<em>empty</em>` : html`<span lang="${language}" dir="auto">${text}</span>`;
}

/** Renders the lines that differ in two texts. The marks + and - say which side has a line, so the color is not the only sign. */
export function lineChanges(before: string, after: string, language: string): Html {
  const parts = diffLines(before, after);
  if (parts === null) return html`<p>The two texts differ too much to be shown line by line.</p>`;
  if (parts.every(({ isSame }) => isSame)) return html`<p>The content is the same.</p>`;
  const lines = parts.flatMap((part, index) => linesOfPart(part, { index, last: parts.length - 1 }));
  const rest = lines.length - mostShown;
  return html`<div class="changes" lang="${language}">
${lines.slice(0, mostShown)}</div>
${rest > 0 && html`<p class="hint">And ${rest} more lines.</p>`}`;
}

function linesOfPart(part: LinePart, place: { index: number; last: number }): Html[] {
  if (part.isSame) return sameLines(part.lines, place);
  return [
    ...part.before.map((line) => html`<p><del dir="auto"><span class="mark">-</span> ${line}</del></p>\n`),
    ...part.after.map((line) => html`<p><ins dir="auto"><span class="mark">+</span> ${line}</ins></p>\n`),
  ];
}

/** Renders the equal lines next to a difference, and the number of those between. */
function sameLines(lines: readonly string[], { index, last }: { index: number; last: number }): Html[] {
  const head = index === 0 ? 0 : contextLines;
  const tail = index === last ? 0 : contextLines;
  const hidden = lines.length - head - tail;
  if (hidden <= 1) return lines.map(sameLine);
  return [
    ...lines.slice(0, head).map(sameLine),
    html`<p class="skipped" lang="en">${hidden} equal lines</p>\n`,
    ...(tail === 0 ? [] : lines.slice(-tail).map(sameLine)),
  ];
}

function sameLine(line: string): Html {
  return html`<p dir="auto"><span class="mark"> </span> ${line}</p>\n`;
}
