import type { ImportJob, ImportRemark } from "../../../admin/mod.ts";
import { figureCard } from "../../design/figure_card.ts";
import { numberOf } from "../../format.ts";
import { html, type Html } from "../../../html.ts";
import { pathTo, type Visit } from "../../visit.ts";
import { settingOf } from "../faq_explanation.ts";

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
  return html`<p class="notice">${count === 1 ? "1 post is" : `${numberOf(count)} posts are`} not free. The organization's setting <a href="${pathTo(visit, "settings/organization")}#paid">Paid content</a> says who gets their content.</p>`;
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
<table class="cards">
<caption>${more > 0 ? `The first ${numberOf(shown.length)} of ${numberOf(count)}` : `${numberOf(shown.length)} in the file`}</caption>
<thead><tr><th scope="col">Place</th><th scope="col">Reason</th></tr></thead>
<tbody>
${shown.map(({ place, text }) => html`<tr><th scope="row"><bdi>${place}</bdi></th><td dir="auto">${text}</td></tr>\n`)}</tbody>
</table>`;
}

function lostQuestions(
  visit: Visit,
  { lostQuestions: kinds }: ImportJob,
  canChangeSettings: boolean,
): Html | false {
  if (kinds.length === 0) return false;
  return html`<h2>Questions that are no FAQ entries</h2>
<p>These headings look like questions. A setting of the organization can turn them into FAQ entries.${canChangeSettings && html` <a href="${pathTo(visit, "settings/organization")}#faq">Open the settings</a>`}</p>
<table class="cards">
<thead><tr><th scope="col">Such as</th><th scope="col" class="number">Number</th><th scope="col">Why</th><th scope="col">Setting</th></tr></thead>
<tbody>
${kinds.map(
  ({ examples, count, reason, change }) => html`<tr><th scope="row" dir="auto">${examples[0]?.text}</th>
<td data-label="Number" class="number">${numberOf(count)}</td><td data-label="Why">${reason}</td>
<td data-label="Setting">${change === undefined ? "none" : settingOf(change, "another language")}</td></tr>\n`,
)}</tbody>
</table>`;
}
