import { postTag, type WorkingCopy } from "../../../content/mod.ts";
import { selectField } from "../../design/field.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { ProblemError } from "../../../http/mod.ts";
import { relativeTime } from "../../format/format.ts";
import { type PageHandler, pathTo } from "../../visit.ts";
import { type PostFormField, postFormFields } from "../post_form/post_form_fields.ts";
import { type StoredTexts, textOfRevision } from "./conflict.ts";
import { type EditorText, textOfCopy, textOfPost } from "./editor_text.ts";
import { diffLines, type LinePart } from "./diff_lines.ts";

/** Number of equal lines shown beside a difference, and maximum number of shown lines. */
const contextLines = 3;
const mostShown = 2000;

/** A text of the post that a revision can be compared with. */
interface Side {
  /** Value of the parameter `against`. */
  name: string;
  label: string;
  /** Undefined if the content was too long to be stored. */
  text: EditorText | undefined;
}

/** Shows the fields and lines in which a revision differs from another, from the present post or from the working copy. */
export const showRevision: PageHandler = async (visit) => {
  const { api, actor, params, url } = visit;
  const { slug = "", number = "" } = params;
  const [post, revisions, copy] = await Promise.all([
    api.admin.posts.get({ actor, slug }),
    api.admin.posts.history({ actor, slug }),
    api.admin.posts.workingCopy.get({ actor, slug }),
  ]);
  const revision = revisions.find((one) => String(one.number) === number);
  if (revision === undefined) throw new ProblemError("not-found", "This revision is not stored any more");
  const fields = postFormFields(visit);
  const sides = sidesOf({ post, revisions, fields }, copy);
  const from = sides.find(({ name }) => name === number);
  const wanted = url.searchParams.get("against") ?? "present";
  const against = sides.find(({ name }) => name === wanted) ?? sides[0];
  const path = pathTo(visit, `posts/${encodeURIComponent(slug)}`);
  const body = html`<form method="get" action="${path}/revisions/${number}" class="actions">
${selectField({ name: "against", label: "Compare with", value: against?.name ?? "", choices: sides.filter(({ name }) => name !== number).map(({ name, label }) => [name, label]) })}
<button type="submit">Compare</button>
<a class="button" href="${path}/preview?revision=${number}">View<span class="hidden"> revision ${number}</span></a>
<a class="button" href="${path}#history">History</a>
</form>
${from?.text === undefined || against?.text === undefined ? html`<p>The content was too long to be stored, so it cannot be compared.</p>` : changes(from.text, against.text, fields)}
${
  revision.number !== post.revision &&
  from?.text !== undefined &&
  html`<form method="post" action="${path}/revisions/${number}/restore" class="actions">${tokenInput(visit)}<input type="hidden" name="tag" value="${postTag(post)}"><button type="submit">Restore revision ${number}</button></form>`
}`;
  const lead = html`From revision ${number}, written ${relativeTime(revision.at, api.options.clock.now())}, to ${against?.label ?? ""}`;
  return showPage(visit, {
    title: `Revision ${number} of ${slug}`,
    lead,
    section: "posts",
    style: "editor.css",
    body,
  });
};

function sidesOf(texts: StoredTexts, copy: WorkingCopy | null): Side[] {
  const { post, revisions, fields } = texts;
  return [
    { name: "present", label: "the present post", text: textOfPost(post, fields) },
    ...(copy === null
      ? []
      : [{ name: "copy", label: "the unpublished changes", text: textOfCopy(copy, post, fields) }]),
    ...revisions.map(({ number }, index) => ({
      name: String(number),
      label: `revision ${number}`,
      text: textOfRevision(index, texts),
    })),
  ];
}

function changes(before: EditorText, after: EditorText, fields: readonly PostFormField[]): Html {
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
