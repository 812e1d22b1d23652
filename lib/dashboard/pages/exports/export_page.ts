import { type ExportFormat, exportFormats, requirePermitted } from "../../../api/mod.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { card, linkButton } from "../../design/components.ts";
import { fileResponse } from "../../frame/answers.ts";
import { exportPage, showPage } from "../../frame/layout.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";

/** The words for a format. */
interface Words {
  title: string;
  label: string;
  content: string;
  left: string;
}

const words: Readonly<Record<ExportFormat, Words>> = {
  markdown: {
    title: "Markdown",
    label: "Download the zip",
    content:
      "A file with front matter for each post, for Hugo, Jekyll, Eleventy and Astro, a file with redirects, and all other records.",
    left: "History and unpublished changes.",
  },
  wxr: {
    title: "WordPress",
    label: "Download the file for WordPress",
    content:
      "Posts, authors, sections as categories, tags, and the addresses of pictures, which WordPress copies. Import it under Tools, Import, WordPress, on a site whose time zone is UTC.",
    left: "History, translations, questions left out, second authors, and redirects that are no earlier slugs. Archived posts become drafts, and posts that are not free become private.",
  },
  ghost: {
    title: "Ghost",
    label: "Download the file for Ghost",
    content: "Posts, authors and tags. Import it under Settings, Import/Export.",
    left: "History, translations, questions left out, the organization's own fields, and redirects. Archived posts become drafts. Posts that are not free are for paying members.",
  },
  records: {
    title: "Another Postern",
    label: "Download the records",
    content:
      "All records with their history, as JSON Lines for postern import: posts, settings, redirects, knowledge texts, members and keys without their secrets.",
    left: "Webhooks, sessions and counts of requests.",
  },
};

/** Shows the formats in which the organization can be downloaded. */
export const showExport: PageHandler = async (visit) => exportFormatsPage(visit);

async function exportFormatsPage(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "members:manage");
  if (!visit.api.admin.exports.isAvailable(visit.actor))
    throw new ProblemError("not-found", "This organization is not in the storage, so it has no export");
  const formats = Object.keys(words) as ExportFormat[];
  const body = html`<div class="columns">
${formats.map((format) => formatCard(visit, format))}</div>
<p class="hint">Files have posts of every status. Pictures and documents keep their addresses. An operator copies their bytes with <code>postern media copy</code>.</p>`;
  const lead = "Take the posts of the organization to another system.";
  return showPage(visit, { title: "Export", section: exportPage, lead, body, problem });
}

function formatCard(visit: Visit, format: ExportFormat): Html {
  const { title, label, content, left } = words[format];
  const href = `${pathTo(visit, exportPage)}/${format}`;
  return card({
    title,
    body: html`<p>${content}</p>
<p class="hint">Not in the file: ${left}${format === "records" ? "" : " The file names the numbers."}</p>
<p class="actions">${linkButton(label, href, { icon: "download", attributes: html` download` })}</p>`,
  });
}

/** Sends the organization as a file, while it is written. */
export const downloadExport: PageHandler = async (visit) => {
  const { params, api, actor, request } = visit;
  const format = formatOf(params["format"]);
  if (format === undefined) throw new ProblemError("not-found", "There is no export of this format");
  try {
    const { name, type, body } = await api.admin.exports.start(actor, format);
    // A response to HEAD has no body, so nobody would read the stream.
    if (request.method === "HEAD") await body.cancel();
    return fileResponse(body, { type, name });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== "busy") throw error;
    return exportFormatsPage(visit, { status: 503, message: error.message, fields: {} });
  }
};

function formatOf(name: string | undefined): ExportFormat | undefined {
  return (Object.keys(exportFormats) as ExportFormat[]).find((format) => format === name);
}
