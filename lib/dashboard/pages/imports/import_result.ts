import { message, linkButton, emptyState, figureCard } from "../../design/components.ts";
import { type ImportJob, isPermitted, type ImportRemark } from "../../../api/mod.ts";
import { numberOf, timeOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { sizeInWords } from "../../../base/text/size_in_words.ts";
import { showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { importPage } from "./import_form.ts";
import { table } from "../../design/table.ts";
import { settingOf } from "../faq/organization_faq.ts";

/** Seconds after which the page of a running import is loaded again. */
const refreshSeconds = 2;

const kinds: Readonly<Record<ImportJob["kind"], string>> = {
  wordpress: "WordPress export",
  ghost: "Ghost export",
  blogger: "Blogger export",
  feed: "RSS or Atom feed",
  markdown: "Markdown file",
  html: "HTML file",
  zip: "zip of Markdown or HTML files",
  medium: "Medium export",
  substack: "Substack export",
  notion: "Notion export",
};

const lost =
  "The server restarted during the import, so it stopped. What was imported is kept. Import the file again: posts that exist are left unchanged.";

/** Shows the progress of an import, and finally its result. */
export const showImport: PageHandler = async (visit) => {
  const job = await visit.api.admin.imports.last(visit.actor);
  if (job === null || job.id !== visit.params["id"]) return forgotten(visit);
  const isRunning = job.state === "running";
  const body = html`<div data-progress="${refreshSeconds}" aria-live="polite" aria-busy="${isRunning ? "true" : "false"}">
${isRunning ? progress(job) : ended(visit, job)}
</div>`;
  const title = titleOf(job);
  return showPage(visit, {
    title,
    section: "posts",
    lead: lead(job),
    body,
    ...(isRunning && { refreshSeconds }),
  });
};

function titleOf({ isCheck, state }: ImportJob): string {
  const name = isCheck ? "Check" : "Import";
  return {
    running: `${name} is running`,
    finished: `${name} has finished`,
    failed: `${name} stopped`,
    lost: `${name} stopped`,
  }[state];
}

function lead(job: ImportJob): Html {
  return html`<bdi>${job.fileName}</bdi>: ${kinds[job.kind]}, started ${timeOf(job.startedAt)}${job.isCheck && ". A check changes nothing."}`;
}

function progress({ progress: shown, counts }: ImportJob): Html {
  const imported = counts.created + counts.updated + counts.unchanged + counts.kept;
  if (shown === undefined) return html`<p>Reading the file</p>\n<progress aria-label="Progress"></progress>`;
  const { done, total, unit, isChecking } = shown;
  const amount =
    unit === "files"
      ? `${numberOf(done)} of ${numberOf(total)} files`
      : `${sizeInWords(done)} of ${sizeInWords(total)}`;
  return html`<p>${isChecking ? "Checking the file" : "Importing"}: ${amount}${imported > 0 && `, ${numberOf(imported)} posts so far`}</p>
<progress aria-label="Progress" max="${Math.max(total, 1)}" value="${done}"></progress>
<p class="hint">You can leave this page. The import continues.</p>`;
}

function ended(visit: Visit, job: ImportJob): Html {
  const again = linkButton(
    job.isCheck && job.state === "finished" ? "Choose the file again to import it" : "Import another file",
    pathTo(visit, importPage),
  );
  const posts = !job.isCheck && linkButton("See the posts", pathTo(visit, "posts"), { tone: "main" });
  return html`${job.state === "failed" && message("problem", `${job.message} ${keptWords(job)}`, "alert")}
${job.state === "lost" && message("problem", lost, "alert")}
${importFigures(job)}
<p class="actions">${posts}${again}</p>
${importSummary(visit, job, isPermitted(visit.actor, "members:manage"))}`;
}

function keptWords({ isCheck, counts }: ImportJob): string {
  if (isCheck || counts.created + counts.updated === 0) return "No post was changed.";
  return "The posts that were imported before are kept.";
}

async function forgotten(visit: Visit): ReturnType<PageHandler> {
  const text =
    "The result of this import is not stored any more. Results are kept for an hour, and only of the last import. What was imported is kept.";
  const action = linkButton("Import a file", pathTo(visit, importPage));
  const body = emptyState("inbox", text, action);
  return showPage(visit, { title: "Import", section: "posts", body }, 404);
}

/** Renders the numbers of posts of an import. */
function importFigures({ counts, isCheck, asDrafts }: ImportJob): Html {
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
function importSummary(visit: Visit, job: ImportJob, canChangeSettings: boolean): Html {
  return html`${job.paid > 0 && paidNote(visit, job.paid)}
${posts(visit, job)}
${remarks("Left out", job.leftOut, job.counts.skipped)}
${remarks("Notes about imported posts", job.remarks, job.remarkCount)}
${lostQuestions(visit, job, canChangeSettings)}
${answerFaults(job)}`;
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

function answerFaults({ answerFaults: kinds = [] }: ImportJob): Html | false {
  if (kinds.length === 0) return false;
  return html`<h2>Faults in FAQ entries</h2>
<p>An editor would not publish these texts in an answer. A setting of the organization can mend some of them.</p>
${table({
  caption: "Faults by kind",
  isCaptionHidden: true,
  columns: [
    {
      label: "Such as",
      kind: "heading",
      cell: ({ examples }) => html`<div dir="auto">${examples[0]?.text}</div>`,
    },
    { label: "Number", kind: "number", cell: ({ count }) => numberOf(count) },
    { label: "Fault", cell: ({ message: fault }) => fault },
    {
      label: "Setting",
      cell: ({ change }) => (change === undefined ? "none" : settingOf(change, "another language")),
    },
  ],
  rows: kinds,
})}`;
}
