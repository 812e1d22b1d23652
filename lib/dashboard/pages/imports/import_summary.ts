import { message } from "../../design/message.ts";
import { table } from "../../design/table.ts";
import type { ImportJob, ImportRemark } from "../../../api/mod.ts";
import { figureCard } from "../../design/figure_card.ts";
import { numberOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { settingOf } from "../faq/faq_explanation.ts";

/** Renders the numbers of posts of an import. */
export function importFigures({ counts, isCheck, asDrafts }: ImportJob): Html {
  const would = isCheck ? "would be " : "";
  return html`<div class="cards-row cards-small">
${figureCard("Created", numberOf(counts.created), `New posts${asDrafts ? ", as drafts" : ""}`)}
${figureCard("Updated", numberOf(counts.updated), "Imported earlier, and changed in the file")}
${figureCard("Unchanged", numberOf(counts.unchanged + counts.kept), counts.kept === 0 ? "Posts that equal the file" : `${numberOf(counts.kept)} were edited here, and ${would}left as they are`)}
${figureCard("Left out", numberOf(counts.skipped), counts.skipped === 0 ? "Nothing was left out" : "The reasons are below")}
</div>`;
}

/**
 * Renders the posts of an import, and the reasons for missing posts.
 *
 * @param canChangeSettings true if the visitor may change the settings of the organization
 */
export function importSummary(visit: Visit, job: ImportJob, canChangeSettings: boolean): Html {
  return html`${job.paid > 0 && paidNote(visit, job.paid)}
${posts(visit, job)}
${remarks("Left out", job.leftOut, job.counts.skipped)}
${remarks("Notes about imported posts", job.remarks, job.remarkCount)}
${lostQuestions(visit, job, canChangeSettings)}`;
}

function paidNote(visit: Visit, count: number): Html {
  return message(
    "note",
    html`${count === 1 ? "1 post is" : `${numberOf(count)} posts are`} not free. The organization's setting <a href="${pathTo(visit, "settings/organization")}#paid">Paid content</a> says who gets their content.`,
  );
}

function posts(visit: Visit, { posts: shown, isCheck, counts }: ImportJob): Html | false {
  if (shown.length === 0) return false;
  const more = counts.created + counts.updated - shown.length;
  return html`<h2>${isCheck ? "Posts that would change" : "Posts"}</h2>
<ul class="recent card">
${shown.map(({ slug, title }) => html`<li>${isCheck ? html`<bdi>${title}</bdi>` : html`<a dir="auto" href="${pathTo(visit, `posts/${encodeURIComponent(slug)}`)}">${title}</a>`} <code>${slug}</code></li>\n`)}</ul>
${more > 0 && html`<p>And ${numberOf(more)} more.</p>`}`;
}

function remarks(title: string, shown: readonly ImportRemark[], count: number): Html | false {
  if (shown.length === 0) return false;
  const more = count - shown.length;
  return html`<h2>${title}</h2>
${table({
  caption:
    more > 0
      ? `The first ${numberOf(shown.length)} of ${numberOf(count)}`
      : `${numberOf(shown.length)} in the file`,
  columns: [
    { label: "Place", kind: "heading", cell: ({ place }) => html`<bdi>${place}</bdi>` },
    { label: "Reason", kind: "plain", cell: ({ text }) => html`<div dir="auto">${text}</div>` },
  ],
  rows: shown,
})}`;
}

function lostQuestions(
  visit: Visit,
  { lostQuestions: kinds }: ImportJob,
  canChangeSettings: boolean,
): Html | false {
  if (kinds.length === 0) return false;
  return html`<h2>Questions that are no FAQ entries</h2>
<p>These headings look like questions. A setting of the organization can turn them into FAQ entries.${canChangeSettings && html` <a href="${pathTo(visit, "settings/organization")}#faq">Open the settings</a>`}</p>
${table({
  caption: "Questions by reason",
  isCaptionHidden: true,
  columns: [
    {
      label: "Such as",
      kind: "heading",
      cell: ({ examples }) => html`<div dir="auto">${examples[0]?.text}</div>`,
    },
    { label: "Number", kind: "number", cell: ({ count }) => numberOf(count) },
    { label: "Why", cell: ({ reason }) => reason },
    {
      label: "Setting",
      cell: ({ change }) => (change === undefined ? "none" : settingOf(change, "another language")),
    },
  ],
  rows: kinds,
})}`;
}
