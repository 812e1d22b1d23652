import { card, submitButton, badge } from "../../design/components.ts";
import {
  type ImportJob,
  ImportRefusedError,
  mostUploadBytes,
  type PostImport,
  requirePermitted,
} from "../../../api/mod.ts";
import { type PreparedResponse, ProblemError } from "../../../http/mod.ts";
import { seeOther } from "../../frame/answers.ts";
import { fileField, selectField } from "../../design/field.ts";
import type { FormProblem } from "../../form/form_problem.ts";
import { html, type Html } from "../../../base/text/html.ts";
import { sizeInWords } from "../../../base/text/size_in_words.ts";
import { tokenInput, showPage } from "../../frame/layout.ts";
import { textOf } from "../../form/read_form.ts";
import { useUploadForm } from "../../form/use_upload_form.ts";
import { type PageHandler, pathTo, type Visit } from "../../visit.ts";

/** The page that imports posts. It is no page below `posts/`, where a post can have any slug. */
export const importPage = "import-posts";

const conflictChoices = [
  ["skip", "Leave the new post out"],
  ["suffix", "Import it with a number in its address"],
  ["replace", "Replace the post here"],
] as const;

const tooLarge = `The file is larger than ${sizeInWords(mostUploadBytes)}, which is the most. Divide it into several files, and import them one after the other.`;

const states = {
  running: ["info", "Running"],
  finished: ["good", "Finished"],
  failed: ["bad", "Stopped"],
  lost: ["bad", "Stopped"],
} as const;

/** Starts the import of a file, or its check. */
export const startImport: PageHandler = async (visit) => {
  try {
    const id = await useUploadForm(visit, { needs: "posts:write", most: mostUploadBytes }, async (form) =>
      visit.api.admin.imports.start(visit.actor, importOf(form)),
    );
    return seeOther(pathTo(visit, `${importPage}/${id}`));
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return askForImport(visit, problem);
  }
};

function importOf(form: FormData): PostImport {
  const file = form.get("file");
  if (file === null || typeof file === "string" || (file.size === 0 && file.name === "")) {
    throw new ImportRefusedError("file", "Choose a file to import.");
  }
  if (file.size > mostUploadBytes) throw new ProblemError("body-too-large", tooLarge);
  const onConflict = conflictChoices.find(([choice]) => choice === textOf(form, "onConflict"))?.[0] ?? "skip";
  return {
    file,
    fileName: file.name,
    isCheck: form.has("check"),
    asDrafts: textOf(form, "status") === "draft",
    onConflict,
  };
}

/** Returns the problem of a refused file, or undefined for other errors. */
function problemOf(error: unknown): FormProblem | undefined {
  if (error instanceof ImportRefusedError) {
    return { status: error.reason === "file" ? 422 : 409, message: error.message, fields: {} };
  }
  if (!(error instanceof ProblemError)) return undefined;
  if (error.code === "busy") return { status: 503, message: error.message, fields: {} };
  return error.code === "body-too-large" ? { status: 413, message: tooLarge, fields: {} } : undefined;
}

/** Shows the form that imports a file with posts. */
export async function askForImport(visit: Visit, problem?: FormProblem): Promise<PreparedResponse> {
  requirePermitted(visit.actor, "posts:write");
  const last = await visit.api.admin.imports.last(visit.actor);
  const body = html`${last && lastImport(visit, last)}
<div class="with-aside">
<form method="post" action="${pathTo(visit, importPage)}" enctype="multipart/form-data" class="card">
${tokenInput(visit)}
${fileField({ name: "file", label: "File", hint: `At most ${sizeInWords(mostUploadBytes)}. Its kind is detected from its content.`, accept: ".xml,.json,.zip,.md,.markdown,.html,.htm", isRequired: true })}
<fieldset>
<legend>Status of the posts</legend>
<label><input type="radio" name="status" value="file" checked> As in the file: published posts are public at once</label>
<label><input type="radio" name="status" value="draft"> Drafts</label>
</fieldset>
${selectField({ name: "onConflict", label: "If another post has the same address", hint: "A file that is imported again updates its own posts, and leaves posts that were edited here as they are.", choices: conflictChoices })}
<p class="actions">${submitButton("Import", { tone: "main" })}
${submitButton("Check only", { attributes: html` name="check" value="on"` })}</p>
<p class="hint">A check reads the whole file and shows the result, but changes nothing.</p>
</form>
${sources()}
</div>`;
  const lead = "Bring posts from WordPress, Ghost, Notion or a folder of Markdown files.";
  return showPage(visit, { title: "Import posts", section: "posts", lead, body, problem });
}

function lastImport(visit: Visit, job: ImportJob): Html {
  return html`<p>${job.state === "running" ? "An import is running" : "The last import"}: <bdi>${job.fileName}</bdi> ${stateBadge(job)}
<a href="${pathTo(visit, `${importPage}/${job.id}`)}">${job.state === "running" ? "See the progress" : "See the result"}</a></p>`;
}

function sources(): Html {
  return card({
    title: "Where to find the file",
    body: html`<dl class="terms">
<dt>WordPress</dt><dd>Tools, Export, All content: an .xml file, or a zip of such files.</dd>
<dt>Ghost</dt><dd>Settings, Import/Export, Export: a .json file.</dd>
<dt>Markdown</dt><dd>A zip of the folder with the .md files, such as the content of a Jekyll, Hugo or Astro site. Front matter gives title, date, tags and more.</dd>
<dt>Notion</dt><dd>Export, Markdown &amp; CSV or HTML, with subpages: the zip, as it is. Pages without a status become public.</dd>
<dt>Medium, Substack</dt><dd>The zip that their export gives, as it is.</dd>
<dt>Blogger, feeds</dt><dd>The .xml file.</dd>
</dl>
<p class="hint">Pictures stay at their present addresses. Webhooks receive no events of an import.</p>`,
  });
}

/** Renders the state of an import. */
function stateBadge({ state }: Pick<ImportJob, "state">): Html {
  const [tone, label] = states[state];
  return badge(tone, label);
}
