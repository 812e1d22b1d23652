import { message } from "../../design/message.ts";
import { type ImportJob, isPermitted } from "../../../api/mod.ts";
import { linkButton } from "../../design/button.ts";
import { emptyState } from "../../design/empty_state.ts";
import { numberOf, timeOf } from "../../format/format.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { showPage } from "../../frame/layout.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";
import { importPage } from "./import_form.ts";
import { importFigures, importSummary } from "./import_summary.ts";

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
      : `${inMegabytes(done)} of ${inMegabytes(total)} MB`;
  return html`<p>${isChecking ? "Checking the file" : "Importing"}: ${amount}${imported > 0 && `, ${numberOf(imported)} posts so far`}</p>
<progress aria-label="Progress" max="${Math.max(total, 1)}" value="${done}"></progress>
<p class="hint">You can leave this page. The import continues.</p>`;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
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
